// pip: what the project declares is brought from the registry, and what is there is looked at.
import type { KnownWord } from '../known-word.ts'
import { isOption, mentions, plainArgs, type Call, type Found } from '../program.ts'

const LOOKS = new Set(['list', 'show', 'freeze', 'check', 'inspect', 'help', 'debug'])
const PLAIN =
  /^(-q|-qq|-v|-U|--upgrade|--quiet|--no-cache-dir|--no-deps|--no-input|--no-build-isolation|--disable-pip-version-check|--require-hashes|--user|--break-system-packages|--progress-bar=off)$/
/** The project itself, with or without extras. */
const OWN = /^\.{1,2}(\/[\w./-]*)?(\[[\w,. -]*\])?$/

export function readPip({ args }: Call): readonly Found[] {
  const [name] = plainArgs(args)
  if (!name)
    return args.every(({ text }) => /^(--version|-V|--help|-h)$/.test(text ?? ''))
      ? []
      : [{ kind: 'install' }]
  if (name.text !== null && LOOKS.has(name.text)) return looks(args)
  if (name.text === 'install' || name.text === 'sync') return installs(args.slice(args.indexOf(name) + 1))
  return [{ kind: 'install' }]
}

function looks(args: Call['args']): Found[] {
  const isRemote = args.some(({ text }) => /^(--outdated|-o|--uptodate|-u)$/.test(text ?? ''))
  const isPlain = args.every(({ text }) => text !== null && !/index|links|proxy|host|path/i.test(text))
  return isRemote || !isPlain ? [{ kind: isPlain ? 'registry' : 'install' }] : []
}

function installs(args: Call['args']): Found[] {
  const lists: KnownWord[] = []
  let isDeclared = args.length > 0
  for (const [index, word] of args.entries()) {
    const before = args[index - 1]?.text ?? ''
    if (/^(-r|-c|--requirement|--constraint)$/.test(before)) {
      lists.push(word)
      if (word.text === null || word.text.includes('://')) isDeclared = false
    } else if (/^(-r|-c|-e|--requirement|--constraint|--editable)$/.test(word.text ?? '')) continue
    else if (isOption(word) ? !PLAIN.test(word.text ?? '') : !OWN.test(word.text ?? '')) isDeclared = false
  }
  return [
    {
      kind: isDeclared ? 'registry' : 'install',
      ...(isDeclared && { note: 'for what the project declares' }),
    },
    ...mentions('read', lists),
  ]
}
