// Shells and what takes text as a script: it is read again as such, if anybody knows it.
import { isOption, plainArgs, type Call, type Found, type Program } from '../program.ts'

const SHELLS = 'sh bash dash zsh ksh ash mksh rbash fish'
const HIDDEN: Found = { kind: 'unknown', note: 'runs text that nobody knows before' }

export const SHELL_PROGRAMS: ReadonlyMap<string, Program> = new Map([
  ...SHELLS.split(' ').map((name) => [name, readShellCall] as const),
  ['eval', readEval] as const,
  ['trap', readTrap] as const,
  ['source', readSource] as const,
  ['.', readSource] as const,
  ['export', readDeclaration] as const,
  ['declare', readDeclaration] as const,
  ['typeset', readDeclaration] as const,
  ['local', readDeclaration] as const,
  ['readonly', readDeclaration] as const,
  ['set', readSet] as const,
  ['alias', readAlias] as const,
  ['printenv', readPrintenv] as const,
])

function readShellCall({ args, isFed, here }: Call): Found[] {
  const code = args.findIndex(({ text }) => text !== null && /^-\w*c\w*$/.test(text))
  const startsMore = args.some(({ text }) => text !== null && /^--(rcfile|init-file)/.test(text))
  const more: Found[] = startsMore ? [{ kind: 'unknown', note: 'starts with a script of its own' }] : []
  if (code >= 0) {
    const script = args.slice(code + 1).find((word) => !isOption(word))
    return [...more, typeof script?.text === 'string' ? { kind: 'script', text: script.text } : HIDDEN]
  }
  const [file] = plainArgs(args)
  if (file && !args.some(({ text }) => text === '-s')) return [...more, { kind: 'run', word: file }]
  if (here !== null) return [...more, { kind: 'script', text: here }]
  if (args.some(({ text }) => text === '--version' || text === '--help')) return more
  return [...more, isFed ? { kind: 'unknown', note: 'runs whatever is piped into it' } : HIDDEN]
}

function readEval({ args }: Call): Found[] {
  const texts = args.map(({ text, isPattern }) => (isPattern ? null : text))
  return texts.includes(null) ? [HIDDEN] : [{ kind: 'script', text: texts.join(' ') }]
}

function readTrap({ args }: Call): Found[] {
  const [action] = plainArgs(args)
  if (!action) return []
  return typeof action.text === 'string' ? [{ kind: 'script', text: action.text }] : [HIDDEN]
}

function readSource({ args }: Call): Found[] {
  const [file] = plainArgs(args)
  return file ? [{ kind: 'run', word: file }] : []
}

/** `export A=b`; without a value it shows or marks, and showing all shows secrets. */
function readDeclaration({ args }: Call): Found[] {
  const plain = plainArgs(args)
  if (plain.length === 0) return [{ kind: 'secret', note: 'shows the whole environment' }]
  return plain.flatMap((word): Found[] => {
    const [, name, value] = /^([A-Za-z_]\w*)(?:\[.*\])?\+?=(.*)$/s.exec(word.text ?? word.source) ?? []
    if (name !== undefined)
      return [{ kind: 'setting', name, value: word.text === null ? null : (value ?? '') }]
    return word.text === null ? [HIDDEN] : []
  })
}

function readSet({ args }: Call): Found[] {
  return args.length === 0 ? [{ kind: 'secret', note: 'shows all variables' }] : []
}

function readAlias({ args }: Call): Found[] {
  const defines = args.some(({ text }) => text === null || text.includes('='))
  return defines ? [{ kind: 'unknown', note: 'gives a name another meaning' }] : []
}

function readPrintenv({ args }: Call): Found[] {
  const plain = plainArgs(args)
  const isNamed = plain.length > 0 && plain.every(({ text }) => text !== null && !SECRET_NAME.test(text))
  return isNamed ? [] : [{ kind: 'secret', note: 'shows the environment' }]
}

/** Names of variables whose values are nobody else's business. */
export const SECRET_NAME = /TOKEN|SECRET|PASSW|CREDENTIAL|PRIVATE|API_?KEY|ACCESS_?KEY/i
