// How effects are judged that are about no path: a row a kind.
import type { PlainKind } from './effect.ts'
import type { Judgement } from './judgement.ts'
import type { ToolUse } from './tool-judge.ts'

/** What of an agent's surroundings makes an act harmless. */
export type Surrounded = Pick<ToolUse, 'confined' | 'network' | 'inCheckout'>

interface Row extends Judgement {
  /** Where this holds, nobody is asked. */
  readonly isFreeFor?: (by: Surrounded) => boolean
}

const free = (says: string): Row => ({ verdict: 'allow', risk: 'low', says, isFirm: false })
const ask = (says: string, isFreeFor?: Row['isFreeFor']): Row => ({
  verdict: 'ask',
  risk: 'medium',
  says,
  isFirm: false,
  ...(isFreeFor && { isFreeFor }),
})
const careful = (says: string, isFreeFor?: Row['isFreeFor']): Row => ({
  ...ask(says, isFreeFor),
  risk: 'high',
})
const never = (says: string): Row => ({ verdict: 'deny', risk: 'high', says, isFirm: true })

const inSandbox = ({ confined }: Surrounded) => confined
/** With the host's network, loopback is the whole machine's. */
const onOwnLoopback = ({ confined, network }: Surrounded) =>
  confined && network !== null && network !== 'host'
const onOwnBranch = ({ inCheckout }: Surrounded) => !inCheckout

const ROWS: Readonly<Record<PlainKind, Row>> = {
  plain: free('changes nothing'),
  question: free('asks a person'),
  'project code': free('runs the project’s own tools'),
  code: ask('runs code that the rules don’t read', inSandbox),
  loopback: ask('reaches a server on loopback', onOwnLoopback),
  registry: ask('asks a package registry', inSandbox),
  'own work': free('changes commits and files of its branch'),
  discard: careful('throws away uncommitted work', onOwnBranch),
  network: ask('reaches the network'),
  install: ask('brings programs from outside'),
  push: ask('publishes work'),
  'forced push': careful('overwrites published work'),
  unknown: ask('can’t be known before it runs'),
  'unknown program': ask('can’t be known before it runs'),
  environment: careful('changes what commands mean'),
  secret: careful('shows secrets'),
  signal: careful('ends processes'),
  machine: careful('changes the machine'),
  privilege: { ...never('takes more rights than it was given'), isFirm: false },
  terminals: never('reaches the terminals of other agents'),
  cmux: never('decides about agents, itself included'),
  'foreign tool': ask('is a tool that cmux knows nothing of'),
}

export function judgePlain(kind: PlainKind, note: string | null, by: Surrounded): Judgement {
  const { isFreeFor, ...row } = ROWS[kind]
  const judged = isFreeFor?.(by) === true ? free(row.says) : row
  return note === null ? judged : { ...judged, says: `${row.says} (${note})` }
}
