// A viewer for as long as its box is on the page, kept true to the page's look, the person's rights and the agent's lives.
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import type { AgentName } from '../../protocol/ids.ts'
import { useApp } from '../app.tsx'
import { useRoute } from '../data/use-route.ts'
import { openViewer, type Viewer } from './open-viewer.ts'
import { OPENING, type Seen } from './seen.ts'
import { TERMINAL_COLOURS } from './terminal-colours.ts'
import { usePageLook } from './use-page-look.ts'

interface Wishes {
  readonly onFind: () => void
  readonly onLeave: () => void
  readonly onCopy: () => void
  /** For screen readers: what is printed is read out. */
  readonly isAloud: boolean
}

interface Viewed {
  readonly viewer: Viewer | undefined
  readonly seen: Seen
  /** Undefined until it is known. */
  readonly canType: boolean | undefined
}

const TYPISTS: ReadonlySet<string> = new Set(['owner', 'human'])

export function useViewer(agent: string, box: RefObject<HTMLElement | null>, wishes: Wishes): Viewed {
  const { live } = useApp()
  const [viewer, setViewer] = useState<Viewer>()
  const [seen, setSeen] = useState(OPENING)
  const [replaced, setReplaced] = useState(0)
  const latest = useRef(wishes)
  latest.current = wishes
  useEffect(() => {
    if (!box.current) return undefined
    const opened = openViewer({
      box: box.current,
      agent: agent as AgentName,
      lines: live.terminals,
      onSeen: setSeen,
      onFind: () => latest.current.onFind(),
      onLeave: () => latest.current.onLeave(),
      onCopy: () => latest.current.onCopy(),
      onStuck: () => setReplaced((times) => times + 1),
    })
    setViewer(opened)
    return () => opened.close()
  }, [agent, box, live, replaced])
  const look = usePageLook()
  const role = useRoute('GET /api/me', {}).data?.role
  const canType = role === undefined ? undefined : TYPISTS.has(role)
  const life = useLastEvent(agent, 'agent.started')
  const news = useLastEvent(agent, 'agent.')
  useEffect(() => {
    if (viewer) viewer.emulator.xterm.options.theme = TERMINAL_COLOURS[look].theme
  }, [viewer, look])
  useEffect(() => viewer?.setCanType(canType), [viewer, canType])
  useEffect(() => {
    if (viewer) viewer.emulator.xterm.options.screenReaderMode = wishes.isAloud
  }, [viewer, wishes.isAloud])
  useEffect(() => {
    // A start in the loaded history is old: claiming the size for it would take it from the person who has it.
    if (life > live.head()) viewer?.claimSize()
  }, [viewer, live, life])
  useEffect(() => {
    if (news > 0) viewer?.tryAgain()
  }, [viewer, news])
  return { viewer, seen, canType }
}

/** The number of the last event of that kind about the agent. */
function useLastEvent(agent: string, begins: string): number {
  const { live } = useApp()
  const find = () =>
    live.events().findLast(({ type, data }) => type.startsWith(begins) && data['agent'] === agent)?.seq ?? 0
  return useSyncExternalStore(live.subscribe, find)
}
