// The emulator's box with what belongs to it: words over it when it is not live, the search, and a bar below.
import { useRef, useState } from 'react'
import { useSay } from '../ui/toast-provider.tsx'
import { copySelection } from './copy-selection.ts'
import { describeSeen } from './describe-seen.ts'
import { FindBar } from './find-bar.tsx'
import { TerminalBar } from './terminal-bar.tsx'
import { TERMINAL_COLOURS } from './terminal-colours.ts'
import { TerminalWords } from './terminal-words.tsx'
import { useAloud } from './use-aloud.ts'
import { usePageLook } from './use-page-look.ts'
import { useViewer } from './use-viewer.ts'

export function TerminalBox({ agent }: { readonly agent: string }) {
  const box = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const [isFinding, setFinding] = useState(false)
  const [isAloud, setAloud] = useAloud()
  const say = useSay()
  const copy = async () => viewer && say(await copySelection(viewer.emulator.xterm))
  const { viewer, seen, canType } = useViewer(agent, box, {
    isAloud,
    onFind: () => setFinding(true),
    // Behind the terminal, so that Tab goes on from there.
    onLeave: () => bar.current?.querySelector('button')?.focus(),
    onCopy: () => void copy(),
  })
  const look = usePageLook()
  const isLive = seen.phase.kind === 'live'
  return (
    <section
      aria-label={`terminal of ${agent}`}
      data-terminal={agent}
      data-phase={seen.phase.kind}
      className="grid h-full min-h-64 min-w-0 grid-rows-[1fr_auto] overflow-hidden rounded-lg border border-line focus-within:border-accent"
    >
      <div
        className="relative min-h-0 overflow-hidden"
        style={{ background: TERMINAL_COLOURS[look].theme.background }}
      >
        <div ref={box} className={`absolute inset-2 overflow-auto ${isLive ? '' : 'opacity-75'}`} />
        <TerminalWords says={describeSeen(seen)} />
        {isFinding && viewer && (
          <FindBar emulator={viewer.emulator} look={look} onClose={() => setFinding(false)} />
        )}
      </div>
      <TerminalBar
        ref={bar}
        isLive={isLive}
        canType={canType}
        isAloud={isAloud}
        onFind={() => setFinding(true)}
        onCopy={() => void copy()}
        onAloud={() => setAloud(!isAloud)}
      />
    </section>
  )
}
