// Slack's own library, loaded when it is needed for the first time and kept from retrying and logging: both are done here.
import type { WebClient } from '@slack/web-api'
import type { ReadSecret } from './read-secret.ts'

export type OpenSlack = (secret: string, signal: AbortSignal) => Promise<WebClient>

export interface SlackOptions {
  readonly apiUrl: string
  readonly limitMs: number
  readonly readSecret: ReadSecret
}

const nothing = () => undefined
const SILENT = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  setName: nothing,
}

export function makeSlackOpener({ apiUrl, limitMs, readSecret }: SlackOptions): OpenSlack {
  return async (secret, signal) => {
    const token = await readSecret(secret)
    const { WebClient, LogLevel } = await import('@slack/web-api')
    const send = (url: string | URL | Request, init?: RequestInit) => {
      const signals = init?.signal ? [signal, init.signal] : [signal]
      // The token is for Slack alone: it is not carried to where an answer points.
      return fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) })
    }
    return new WebClient(token, {
      slackApiUrl: apiUrl,
      fetch: send,
      timeout: limitMs,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: { ...SILENT, getLevel: () => LogLevel.ERROR },
    })
  }
}
