// Starts cmux and says where it is. Already up is no error.
import { RefusedRequest, type Client } from '../../../client/make-client.ts'
import { checkStart, type StartOptions } from '../../../host/start/check-start.ts'
import { chooseRelease } from '../../../host/build/choose-release.ts'
import { findProcesses } from '../../../host/find-processes.ts'
import { installCommand, isOnPath } from '../../../host/install-command.ts'
import { requireHome } from '../../../host/home-fault.ts'
import { installRelease } from '../../../host/build/install-release.ts'
import { lockStart } from '../../../host/start/lock-start.ts'
import { openLogin } from '../../../host/start/open-login.ts'
import { recordUmask } from '../../../host/record-umask.ts'
import { rehearseFirst } from '../../../host/build/rehearse-first.ts'
import { runInForeground } from '../../../host/start/run-in-foreground.ts'
import { keepPort, startWatchdog } from '../../../host/start-watchdog.ts'
import { waitForInstance } from '../../../host/start/wait-for-instance.ts'
import { printable } from '../../../lib/printable.ts'
import { connect } from '../../connect.ts'
import { describeSandbox } from '../../layout/describe-sandbox.ts'
import { layoutDemo } from '../../layout/layout-demo.ts'
import type { Health } from '../../../protocol/health.ts'
import type { SandboxStatus } from '../../../protocol/agents/sandbox.ts'
import type { Outcome } from '../../outcome.ts'
import { registerCheckout } from '../../register-checkout.ts'
import { say } from '../../layout/say.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

export const up: RunVerb = async (call) => {
  const { home } = call.environment
  const isUp = findProcesses(home).length > 0
  if (!isUp && call.options['foreground'] === true) {
    const exitCode = await runInForeground(await startOptions(call))
    return { json: { stopped: true }, text: 'cmux has stopped', exitCode }
  }
  if (isUp) recordUmask(home, call.umask)
  else await start(call)
  const instance = await waitForInstance(home)
  keepPort(home, instance.port)
  const health = await connect(call.environment).call('GET /api/webhooks/health')
  return announce(call, isUp ? 'cmux is up already' : `cmux is up and ${health.status}`, health)
}

async function start(call: VerbCall): Promise<void> {
  // Before the turn is taken: a build may last longer than others would wait for theirs.
  const options = await startOptions(call)
  using _turn = lockStart(options.home)
  // Somebody else may have started it while we waited for our turn: then theirs is ours.
  if (findProcesses(options.home).length > 0) return
  await rehearseFirst(options.home, options.programs)
  for (const name of await checkStart(options))
    say(`warning: unknown setting ${printable(name)} has no effect; docs/operating.md lists all settings`)
  installRelease(options.home, options.programs)
  startWatchdog({ ...options, envPort: call.environment.port })
}

async function startOptions({ options, environment, programs, umask }: VerbCall): Promise<StartOptions> {
  const { port, host } = options
  const { home } = environment
  requireHome(home)
  const chosen = await chooseRelease({ home, programs, say })
  recordUmask(home, umask)
  return {
    programs: chosen,
    home,
    ...(typeof port === 'string' && { port }),
    ...(typeof host === 'string' && { host }),
  }
}

async function announce(call: VerbCall, what: string, health: Health): Promise<Outcome> {
  const client = connect(call.environment)
  const project = await registerCheckout(client, call.environment)
  const { sandbox } = await client.call('GET /api/status')
  const demo = call.options['demo'] === true ? await startDemo(client, health) : undefined
  const link = await client.call('POST /api/login-links')
  const url = new URL(link.url).origin
  const { home, hasScreen } = call.environment
  if (call.options['open'] !== false && !call.json && hasScreen) openLogin(home, link.url)
  return {
    json: {
      url,
      pid: health.pid,
      loginUrl: link.url,
      expiresAt: link.expiresAt,
      project,
      sandbox,
      ...demo?.json,
    },
    text: [
      `${what}: ${url}`,
      `log in once with: ${link.url}${demo?.text ?? ''}`,
      ...noteFaults(health, call.environment.path),
      ...noteSandbox(sandbox),
    ].join('\n'),
    ...(demo?.refused && { exitCode: 1 }),
  }
}

/** A demo that is refused is no reason to keep the address from whoever asked for both. */
async function startDemo(
  client: Client,
  { tmux }: Health,
): Promise<{ json: object; text: string; refused?: true }> {
  if (tmux.status === 'unhealthy') return refuseDemo(tmux.detail ?? 'tmux does not answer')
  try {
    const demo = await client.call('POST /api/demo')
    return { json: { demo }, text: layoutDemo(demo) }
  } catch (error) {
    if (!(error instanceof RefusedRequest) || error.code !== 'CONFINEMENT_REQUIRED') throw error
    return refuseDemo(error.message)
  }
}

const refuseDemo = (why: string) =>
  ({
    json: { demo: null, demoRefused: why },
    text: `\nthe demo did not start: ${why}`,
    refused: true,
  }) as const

/** Why it is not healthy, with the command that mends it. */
function noteFaults({ tmux, store, frontend }: Health, path: string): string[] {
  const fix = isOnPath('tmux', path) ? 'cmux doctor' : installCommand('tmux', path)
  const parts = [
    ['tmux', tmux, fix],
    ['store', store, 'cmux doctor'],
    ['front end', frontend, 'cmux doctor'],
  ] as const
  return parts.flatMap(([name, { status, detail }, command]) =>
    status === 'healthy' ? [] : [`${name} is ${status}: ${printable(detail ?? '')}\nfix: ${command}`],
  )
}

/** Only what somebody has to know: a sandbox that works is no news, and a server of before says nothing of it. */
function noteSandbox(sandbox: SandboxStatus | undefined): string[] {
  const { state, detail, fix } = sandbox ? describeSandbox(sandbox) : ({ state: 'ok' } as const)
  return state === 'ok' ? [] : [`${detail}\nfix: ${fix}`]
}
