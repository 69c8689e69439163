// Nobody is logged in: nothing is shown but the way in.
import { Command } from '../ui/command.tsx'

export function LoggedOut({ why }: { readonly why: string }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-3 p-6">
      <h1 className="text-xl font-semibold">You are not logged in</h1>
      <p className="text-quiet">{why}.</p>
      <p>A login link works once and only from this machine. This makes a new one and opens it:</p>
      <Command text="cmux open" />
    </main>
  )
}
