// What may be done where: a row a place. The defaults of a careful person: look at anything that is no secret, change what is
// your own, ask about the rest, and never come near what decides about you.
import type { PathKind } from './effect.ts'
import type { Judgement } from './judgement.ts'
import type { Place } from './place.ts'

type Word = 'free' | 'ask' | 'careful' | 'deny' | 'never' | 'walls'

/** `careful` asks at a high risk; `never` can't be freed by any rule; `walls` is free inside of walls, and asked without. */
const ROWS: Readonly<Record<Place, Readonly<Record<PathKind, Word>> & { readonly says: string }>> = {
  stream: { read: 'free', search: 'free', write: 'free', delete: 'deny', run: 'ask', says: 'a stream' },
  wire: { read: 'ask', search: 'ask', write: 'ask', delete: 'ask', run: 'ask', says: 'the network' },
  process: {
    read: 'deny',
    search: 'deny',
    write: 'deny',
    delete: 'deny',
    run: 'deny',
    says: 'the inside of a process',
  },
  'own mail': {
    read: 'free',
    search: 'free',
    write: 'never',
    delete: 'never',
    run: 'never',
    says: 'its mail',
  },
  cmux: {
    read: 'never',
    search: 'never',
    write: 'never',
    delete: 'never',
    run: 'never',
    says: 'the files of cmux itself',
  },
  terminals: {
    read: 'never',
    search: 'never',
    write: 'never',
    delete: 'never',
    run: 'never',
    says: 'a socket by which other programs are reached',
  },
  credentials: {
    read: 'deny',
    search: 'deny',
    write: 'deny',
    delete: 'deny',
    run: 'deny',
    says: 'somebody’s credentials',
  },
  secret: {
    read: 'careful',
    search: 'careful',
    write: 'careful',
    delete: 'careful',
    run: 'careful',
    says: 'what may be a secret',
  },
  settings: {
    read: 'free',
    search: 'free',
    write: 'careful',
    delete: 'careful',
    run: 'careful',
    says: 'settings that say what programs run',
  },
  'git folder': {
    read: 'free',
    search: 'free',
    write: 'careful',
    delete: 'careful',
    run: 'careful',
    says: 'the inside of git',
  },
  'workspace itself': {
    read: 'free',
    search: 'free',
    write: 'free',
    delete: 'careful',
    run: 'walls',
    says: 'the whole workspace',
  },
  workspace: {
    read: 'free',
    search: 'free',
    write: 'free',
    delete: 'free',
    run: 'walls',
    says: 'its workspace',
  },
  temporary: {
    read: 'free',
    search: 'free',
    write: 'free',
    delete: 'walls',
    run: 'walls',
    says: 'a temporary file',
  },
  cache: {
    read: 'free',
    search: 'free',
    write: 'careful',
    delete: 'careful',
    run: 'ask',
    says: 'a store that programs share',
  },
  hidden: {
    read: 'ask',
    search: 'careful',
    write: 'deny',
    delete: 'deny',
    run: 'careful',
    says: 'hidden files of the person',
  },
  system: { read: 'free', search: 'free', write: 'deny', delete: 'deny', run: 'ask', says: 'the system' },
  elsewhere: {
    read: 'free',
    search: 'free',
    write: 'careful',
    delete: 'deny',
    run: 'ask',
    says: 'outside of its workspace',
  },
}

const DOES: Readonly<Record<PathKind, string>> = {
  read: 'reads',
  search: 'looks through',
  write: 'writes to',
  delete: 'deletes',
  run: 'runs',
}

export function judgePlace(kind: PathKind, place: Place, path: string, confined: boolean): Judgement {
  const row = ROWS[place]
  const says = `${DOES[kind]} ${path}: ${row.says}`
  return weigh(row[kind], says, confined)
}

const WEIGHTS: Readonly<Record<Exclude<Word, 'walls'>, Omit<Judgement, 'says'>>> = {
  free: { verdict: 'allow', risk: 'low', isFirm: false },
  ask: { verdict: 'ask', risk: 'medium', isFirm: false },
  careful: { verdict: 'ask', risk: 'high', isFirm: false },
  deny: { verdict: 'deny', risk: 'high', isFirm: false },
  never: { verdict: 'deny', risk: 'high', isFirm: true },
}

export function weigh(word: Word, says: string, confined: boolean): Judgement {
  if (word !== 'walls') return { ...WEIGHTS[word], says }
  if (confined) return { ...WEIGHTS.free, says }
  return { ...WEIGHTS.ask, says: `${says}, and no walls hold what comes of it` }
}

/** A path that can't be known. Inside of walls there is nothing to read that must not be. */
export function judgeUnknown(kind: PathKind, source: string, confined: boolean): Judgement {
  const says = `${DOES[kind]} ${source}, and nobody can say before what that is`
  const word = kind === 'read' || kind === 'search' ? 'walls' : kind === 'delete' ? 'careful' : 'ask'
  return weigh(word, says, confined)
}
