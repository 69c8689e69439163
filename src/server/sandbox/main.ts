// Composes sandboxes for the command line, which can't see the adapters: `sandbox.mjs ORDER`, where ORDER is JSON
// (`protocol/agents/sandbox-order.ts`). The server and the command line so use the same sandbox. Prints its answer as JSON.
import { makeSystemClock } from '../../adapters/clock/system-clock.ts'
import { makeBubblewrap } from '../../adapters/confine/bubblewrap.ts'
import { observeSandboxStatus } from '../../core/confinement/observe-sandbox-status.ts'
import { encloseBuild, encloseRehearsal } from '../../core/improve/enclose-build.ts'
import type { EncloseDeps } from '../../core/improve/enclose-check.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { SandboxAnswer, SandboxOrder } from '../../protocol/agents/sandbox-order.ts'
import { bubblewrapOptions } from '../bubblewrap-options.ts'
import { loadSettings } from '../config.ts'
import { confineSettings } from '../confine-settings.ts'

async function answer(order: SandboxOrder): Promise<SandboxAnswer> {
  try {
    const deps = makeDeps(order.home)
    if (order.kind === 'examine') return { kind: 'status', status: await observeSandboxStatus(deps) }
    if (order.kind === 'build') return await encloseBuild(deps, order.place)
    return await encloseRehearsal(deps, order.place)
  } catch (error) {
    if (error instanceof CmuxError) return { kind: 'refused', why: error.message, hint: error.hint }
    throw error
  }
}

function makeDeps(home: string): EncloseDeps {
  const { config, environment } = loadSettings(['--home', home])
  return {
    environment,
    confinement: makeBubblewrap({
      environment,
      clock: makeSystemClock(),
      ...bubblewrapOptions(config, home),
    }),
    confine: confineSettings({ config, home, programs: import.meta.dirname }),
  }
}

const order = JSON.parse(process.argv[2] ?? '') as SandboxOrder
process.stdout.write(`${JSON.stringify(await answer(order))}\n`)
