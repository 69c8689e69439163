// An agent's terminal, as big as the box that it is put into. The emulator is loaded when one is first looked at.
import { lazy, Suspense } from 'react'

const TerminalBox = lazy(async () => ({ default: (await import('./terminal-box.tsx')).TerminalBox }))

export function Terminal({ agent }: { readonly agent: string }) {
  return (
    <Suspense fallback={<p className="p-4 text-sm text-quiet">Loading the terminal.</p>}>
      <TerminalBox key={agent} agent={agent} />
    </Suspense>
  )
}
