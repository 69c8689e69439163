// Starts cmux and says where it is. Already up is no error.
import { join } from 'node:path'
import { findServers } from '../../host/find-servers.ts'
import { openBrowser } from '../../host/open-browser.ts'
import { runInForeground } from '../../host/run-in-foreground.ts'
import { startServer, type StartOptions } from '../../host/start-server.ts'
import { waitForInstance } from '../../host/wait-for-instance.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { connect } from '../connect.ts'
import type { Outcome } from '../outcome.ts'
import type { RunVerb, VerbCall } from '../verb.ts'

export const up: RunVerb = async (call) => {
  const running = await findRunning(call)
  if (running) return announce(call, 'cmux is up already', running)
  const options = startOptions(call)
  if (call.options['foreground'] === true) {
    const exitCode = await runInForeground(options)
    return { json: { stopped: true }, text: 'cmux has stopped', exitCode }
  }
  await startOrJoin(options)
  const health = await connect(call.environment).call('GET /api/webhooks/health')
  return announce(call, `cmux is up and ${health.status}`, health.pid)
}

/** Somebody else may have started it in the meantime: then we wait for theirs. */
async function startOrJoin(options: StartOptions): Promise<void> {
  try {
    await startServer(options)
  } catch (error) {
    if (!(error instanceof CmuxError && error.code === 'ALREADY_RUNNING')) throw error
    await waitForInstance(options.home)
  }
}

/** The pid of the server that answers, if one does. */
async function findRunning(call: VerbCall): Promise<number | undefined> {
  // A stale instance.json may name a port that somebody else has by now.
  if (findServers(call.environment.home).length === 0) return undefined
  await waitForInstance(call.environment.home)
  return (await connect(call.environment).call('GET /api/webhooks/health')).pid
}

function startOptions({ options, environment, programs }: VerbCall): StartOptions {
  const { port, host } = options
  return {
    program: join(programs, 'server.mjs'),
    home: environment.home,
    ...(typeof port === 'string' && { port }),
    ...(typeof host === 'string' && { host }),
  }
}

async function announce(call: VerbCall, what: string, pid: number): Promise<Outcome> {
  const link = await connect(call.environment).call('POST /api/login-links')
  const url = new URL(link.url).origin
  if (call.options['open'] !== false && !call.json && call.environment.hasScreen) openBrowser(link.url)
  return {
    json: { url, pid, loginUrl: link.url, expiresAt: link.expiresAt },
    text: `${what}: ${url}\nlog in once with: ${link.url}`,
  }
}
