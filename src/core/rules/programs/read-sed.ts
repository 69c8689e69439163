// sed: a small language that can also write files and start programs. What is surely neither is free.
import { hasOption, isOption, mentions, plainArgs, type Call, type Found } from '../program.ts'

const MORE: Found = { kind: 'unknown', note: 'its script may write files or start programs' }

export function readSed({ args }: Call): readonly Found[] {
  const inPlace =
    hasOption(args, '-i', '--in-place') || args.some(({ text }) => /^-[a-zA-Z]*i/.test(text ?? ''))
  const scripts = scriptsOf(args)
  const tame = scripts.texts.length > 0 && scripts.texts.every((text) => text !== null && isTameSed(text))
  const files = mentions(inPlace ? 'write' : 'read', scripts.files)
  return tame ? files : [MORE, ...files]
}

/** `-e TEXT` brings it, else it is the first word. `-f FILE` is a script that nobody has read. */
function scriptsOf(args: Call['args']) {
  const isBrought = args.some(({ text }) => BRINGS.test(text ?? ''))
  if (!isBrought) {
    const [script, ...files] = plainArgs(args)
    return { texts: script ? [script.text] : [], files }
  }
  const isText = (index: number) => /^(-[nErsu]*e|--expression)$/.test(args[index - 1]?.text ?? '')
  const texts = args.flatMap(({ text }, index) => {
    if (isText(index)) return [text]
    const joined = /^(?:--expression=|-e)(.+)$/s.exec(text ?? '')?.[1]
    if (joined !== undefined) return [joined]
    return /^(-[a-zA-Z]*f|--file)/.test(text ?? '') ? [null] : []
  })
  return { texts, files: args.filter((word, index) => !isText(index) && !isOption(word)) }
}

/** Not `-i.bef`, whose letters are a name. */
const BRINGS = /^(-(?!i)[a-zA-Z]*[ef]|--expression|--file)/

const ADDRESS = /^(?:\d+(?:~\d+)?|\$|\/(?:[^/\\\n]|\\.)*\/I?)/
const SIMPLE = /^(?:[pdDPnNhHgGx=l]|[qQ]\d*)\s*(?=[;}\n]|$)/
const TEXT = /^[aic]\\?\s*[^\n]*/

/** Read from the left, step by step: one step that is not known, and it is not tame. */
function isTameSed(script: string): boolean {
  let rest = script
  for (;;) {
    rest = rest.replace(/^[\s;{}]+/, '')
    if (rest === '') return true
    const address = ADDRESS.exec(rest)
    if (address)
      rest = rest
        .slice(address[0].length)
        .replace(/^\s*,\s*[+~]?/, '')
        .replace(ADDRESS, '')
    rest = rest.replace(/^\s*!?\s*/, '')
    const step = SIMPLE.exec(rest) ?? TEXT.exec(rest) ?? substitution(rest)
    if (!step || step[0] === '') return false
    rest = rest.slice(step[0].length)
  }
}

/** `s/a/b/g` with any mark in between; the flags `e` (run) and `w` (write) are not among those known. */
function substitution(text: string): RegExpExecArray | null {
  const [, command, mark] = /^([sy])([^\w\s\\])/.exec(text) ?? []
  if (command === undefined || mark === undefined) return null
  const escaped = mark.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  const body = `(?:[^\\\\${escaped}]|\\\\[^])*?`
  return new RegExp(
    `^${command}${escaped}${body}${escaped}${body}${escaped}[gpiImM\\d]*\\s*(?=[;}\\n]|$)`,
  ).exec(text)
}
