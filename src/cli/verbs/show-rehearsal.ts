// Shows a rehearsal: what was tried with a release on a copy of the data, forward, back and forward again.
import { setTimeout as pause } from 'node:timers/promises'
import { RefusedRequest, type Client } from '../../client/make-client.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeStep } from '../../protocol/releases/describe-step.ts'
import type { Rehearsal } from '../../protocol/releases/rehearsal.ts'
import { connect } from '../connect.ts'
import { followHistory } from '../follow-history.ts'
import { layoutTable } from '../layout/layout.ts'
import { unlessCut } from '../unless-cut.ts'
import type { RunVerb } from '../verb.ts'

const LOOK_EVERY_MS = 100

export const showRehearsal: RunVerb = async ({ environment, args, options }) => {
  const client = connect(environment)
  const id = args[0] ?? (await currentRelease(client))
  const known = options['again'] === true ? undefined : await lastRehearsal(client, id)
  const report = known ?? (await rehearseNow(client, id))
  return { json: report, text: layoutRehearsal(report), exitCode: report.passed ? 0 : 1 }
}

async function currentRelease(client: Client): Promise<string> {
  return (await client.call('GET /api/webhooks/health')).release.id
}

async function lastRehearsal(client: Client, id: string): Promise<Rehearsal | undefined> {
  try {
    return await client.call('GET /api/releases/:id/rehearsal', { params: { id } })
  } catch (error) {
    if (error instanceof RefusedRequest && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

async function rehearseNow(client: Client, id: string): Promise<Rehearsal> {
  const nextEvents = await followHistory(client)
  const asked = await client.call('POST /api/releases/:id/rehearse', { params: { id } })
  const deadlineMs = performance.now() + asked.rehearsalSec * 1000
  while (performance.now() < deadlineMs) {
    const told = ((await unlessCut(nextEvents)) ?? []).some(
      ({ type, data }) => type === 'release.rehearsed' && data['release'] === id,
    )
    if (told) return client.call('GET /api/releases/:id/rehearsal', { params: { id } })
    const health = await unlessCut(() => client.call('GET /api/webhooks/health'))
    if (health && health.pid !== asked.pid)
      throw new CmuxError('CONFLICT', 'another server took over, and the rehearsal ended with the old one', {
        hint: `run \`cmux release rehearsal ${id} --again\``,
      })
    await pause(LOOK_EVERY_MS)
  }
  throw new CmuxError('TIMED_OUT', `the rehearsal of ${id} took longer than ${asked.rehearsalSec} s`)
}

const MARKS = new Map<boolean | null, string>([
  [true, 'ok'],
  [false, 'FAILED'],
  [null, 'not reached'],
])

function layoutRehearsal({ candidate, against, at, tookMs, passed, steps }: Rehearsal): string {
  const rows = steps.map((step) => [
    step.leg,
    step.check,
    MARKS.get(step.passed) ?? '',
    `${step.tookMs} ms`,
    step.detail,
  ])
  const failed = steps.find((step) => step.passed === false)
  const verdict = passed
    ? `It passed: ${candidate} runs on a copy of the data${against === null ? '.' : `, ${against} can take over again, and ${candidate} after it.`}`
    : `It failed: ${failed ? describeStep(failed) : 'unknown reason'}.`
  return [
    `Release ${candidate}, rehearsed ${at} in ${(tookMs / 1000).toFixed(1)} s against ${against ?? 'none'}`,
    layoutTable([['LEG', 'CHECK', '', 'TOOK', 'SEEN'], ...rows]),
    verdict,
  ].join('\n')
}
