// The few routes of safe mode; everything else is told where it is.
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describeTrouble } from '../describe-trouble.ts'
import type { Diagnosis } from '../diagnosis.ts'
import { readRecords, readRelease, readStory } from './read-story.ts'
import { receiveMail } from './receive-mail.ts'
import { Refusal } from './refusal.ts'
import { refuseForeign } from './refuse-foreign.ts'
import { makeJsonAnswer, makePageAnswer, type SafeAnswer } from './safe-answer.ts'
import { makeSafeHealth } from './safe-health.ts'
import { renderSafePage, SAFE_PAGE_STYLE_HASH } from './safe-page.ts'

export interface SafeDesk {
  readonly home: string
  readonly port: number
  readonly diagnosis: Diagnosis
}

export async function answerSafely(desk: SafeDesk, request: IncomingMessage): Promise<SafeAnswer> {
  const refusal = refuseForeign(request.rawHeaders, desk.port)
  if (refusal) throw refusal
  const { method = '', url = '', headers } = request
  const [path] = url.split('?')
  const reads = method === 'GET' || method === 'HEAD'
  if (reads && path === '/api/webhooks/health') return answerHealth(desk)
  if (method === 'POST' && path === '/api/messages')
    return makeJsonAnswer(202, await receiveMail(desk.home, request))
  if (reads && headers.accept?.includes('text/html') === true) return answerPage(desk)
  throw new Refusal('SAFE_MODE', `cmux is in safe mode and accepts messages only. ${await findTrouble(desk)}`)
}

async function findTrouble({ home, diagnosis }: SafeDesk): Promise<string> {
  return describeTrouble(await diagnosis.latest(), readRecords(join(home, 'watchdog', 'records')))
}

async function answerHealth(desk: SafeDesk): Promise<SafeAnswer> {
  return makeJsonAnswer(503, makeSafeHealth(readRelease(desk.home), await findTrouble(desk)))
}

async function answerPage({ home, diagnosis }: SafeDesk): Promise<SafeAnswer> {
  return makePageAnswer(renderSafePage(await diagnosis.latest(), readStory(home)), SAFE_PAGE_STYLE_HASH)
}
