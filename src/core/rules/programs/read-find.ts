// find: looks through folders, and can run, write and delete on what it finds.
import type { KnownWord } from '../known-word.ts'
import { mentions, type Call, type Found } from '../program.ts'

const NARROWS = /^-(i?name|i?path|i?regex|i?wholename|newer\w*|mtime|size|empty)$/
const RUNS = /^-(exec|execdir|ok|okdir)$/

export function readFind({ args }: Call): Found[] {
  const end = args.findIndex(({ text }) => text !== null && /^[-(!]/.test(text) && !/^-[HLP]$/.test(text))
  const before = (end < 0 ? args : args.slice(0, end)).filter(({ text }) => !/^-[HLP]$/.test(text ?? ''))
  const roots = before.length > 0 ? before : [{ source: '.', text: '.', isPattern: false }]
  const tests = end < 0 ? [] : args.slice(end)
  // Without a test on names, a folder as a whole is meant, with all that is hidden in it.
  const isNarrow = tests.some(({ text }) => NARROWS.test(text ?? ''))
  const hits = roots.map((root) => (isNarrow ? below(root) : root))
  return [
    ...mentions('search', roots),
    ...tests.flatMap((word, index) => readTest(word, tests.slice(index + 1), hits)),
  ]
}

function readTest({ text }: KnownWord, rest: readonly KnownWord[], hits: readonly KnownWord[]): Found[] {
  if (text === null) return [{ kind: 'unknown', note: 'a test that nobody knows' }]
  if (text === '-delete') return mentions('delete', hits)
  if (/^-f(print|ls|printf|print0)/.test(text)) return mentions('write', rest.slice(0, 1))
  if (!RUNS.test(text)) return []
  const end = rest.findIndex((word) => word.text === ';' || word.text === '+')
  const words = (end < 0 ? rest : rest.slice(0, end)).flatMap((word) =>
    word.text === '{}' ? hits : [withHits(word)],
  )
  return [{ kind: 'command', words }]
}

function below(root: KnownWord): KnownWord {
  return { source: `${root.source}/…`, text: root.text === null ? null : `${root.text}/*`, isPattern: true }
}

/** `sh -c 'rm {}'`: what is put in there nobody knows. */
function withHits(word: KnownWord): KnownWord {
  return word.text?.includes('{}') ? { ...word, text: null } : word
}

/** fd, with `-x` for each and `-X` for all. */
export function readFd({ args }: Call): Found[] {
  const at = args.findIndex(({ text }) => /^(-x|-X|--exec|--exec-batch)$/.test(text ?? ''))
  const looks = at < 0 ? args : args.slice(0, at)
  const roots = looks.filter(({ text }) => text === null || !text.startsWith('-'))
  const joined = args.some(({ text }) => /^(-[xX].|--exec(-batch)?=)/.test(text ?? ''))
  if (joined) return [{ kind: 'unknown', note: 'runs something on what it finds' }]
  const added = { source: 'what it finds', text: './*', isPattern: true }
  const runs: Found[] = at < 0 ? [] : [{ kind: 'command', words: [...args.slice(at + 1), added] }]
  return [...mentions('search', roots), ...runs]
}
