// What a porter does next: whom to start, to serve from, to end. Pure. Who serves is ended only when another one is well, so that
// no request meets a closed door.
import type { PorterOrder, Version } from '../protocol/wards/porter.ts'

export interface Seen {
  readonly key: string
  readonly isReady: boolean
  /** Why it is of no use any more; null while it is well, or on its way. */
  readonly fault: string | null
  /** Told to end: finishes what it has. */
  readonly isEnding: boolean
}

export interface Mind {
  readonly serving: string | null
  readonly refused: { readonly key: string; readonly why: string } | null
  /** When what is wanted has fallen, since it is. */
  readonly target: string | null
  readonly falls: readonly number[]
  readonly lastFall: string | null
  readonly gaveUp: string | null
}

export type Act =
  | { readonly do: 'start'; readonly version: Version }
  | { readonly do: 'end'; readonly key: string }

export interface PorterView {
  readonly order: PorterOrder
  readonly children: readonly Seen[]
  readonly mind: Mind
  readonly nowMs: number
}

export const FIRST_MIND: Mind = {
  serving: null,
  refused: null,
  target: null,
  falls: [],
  lastFall: null,
  gaveUp: null,
}

/** The first time at once. */
const BACK_OFF_MS = [0, 500, 2000, 5000, 10_000, 30_000]
const FALLS_WINDOW_MS = 600_000

export function decidePorter(view: PorterView): { mind: Mind; acts: Act[] } {
  const fallen = takeFall(forget(view))
  const target = targetOf(fallen.order, fallen.mind)
  const living = fallen.children.filter(({ isEnding, fault }) => !isEnding && fault === null)
  const own = living.find(({ key }) => key === target.key)
  const serving = chooseServing(own, living, fallen.mind)
  const kept = new Set([
    own?.key,
    serving,
    keepsReserve(fallen.order, target) ? fallen.order.reserve?.key : null,
  ])
  const isAlone = target.health === null
  const ends = fallen.children.filter(
    ({ key, isEnding, fault }) =>
      !isEnding && (fault !== null || !kept.has(key) || (isAlone && key !== target.key)),
  )
  const mayStart = own === undefined && isDue(fallen) && (!isAlone || fallen.children.length === 0)
  return {
    mind: { ...fallen.mind, serving: isAlone && serving !== target.key ? null : serving },
    acts: [
      ...ends.map(({ key }): Act => ({ do: 'end', key })),
      ...(mayStart ? [{ do: 'start', version: target } as const] : []),
    ],
  }
}

/** Another order is another try. */
function forget(view: PorterView): PorterView {
  const { order, mind } = view
  const refused = mind.refused?.key === order.wanted.key ? mind.refused : null
  const target = targetOf(order, { ...mind, refused }).key
  const counts = target === mind.target ? {} : { falls: [], lastFall: null, gaveUp: null }
  return { ...view, mind: { ...mind, refused, target, ...counts } }
}

const targetOf = ({ wanted, reserve }: PorterOrder, { refused }: Pick<Mind, 'refused'>): Version =>
  refused?.key === wanted.key && reserve ? reserve : wanted

const keepsReserve = ({ wanted }: PorterOrder, target: Version) => target.key === wanted.key

function takeFall(view: PorterView): PorterView {
  const { order, children, mind, nowMs } = view
  const target = targetOf(order, mind)
  const sick = children.find(({ key, fault, isEnding }) => key === target.key && fault !== null && !isEnding)
  const why = sick?.fault ?? null
  if (why === null) return view
  if (order.reserve && target.key === order.wanted.key)
    return { ...view, mind: { ...mind, refused: { key: target.key, why }, target: order.reserve.key } }
  const falls = [...mind.falls.filter((at) => nowMs - at < FALLS_WINDOW_MS), nowMs]
  return { ...view, mind: { ...mind, falls, lastFall: why, gaveUp: falls.length > order.tries ? why : null } }
}

/** The wanted one once it is well; until then whoever serves, or is ready. */
function chooseServing(own: Seen | undefined, living: readonly Seen[], { serving }: Mind): string | null {
  if (own?.isReady) return own.key
  const ready = living.filter(({ isReady }) => isReady)
  return (ready.find(({ key }) => key === serving) ?? ready[0])?.key ?? null
}

function isDue({ mind, nowMs }: PorterView): boolean {
  if (mind.gaveUp !== null) return false
  const last = mind.falls.at(-1)
  const waitMs = BACK_OFF_MS[Math.min(mind.falls.length - 1, BACK_OFF_MS.length - 1)] ?? 0
  return last === undefined || nowMs - last >= waitMs
}
