// From the settings of a channel to what sends to it. A new kind of channel is one more row.
import type { Notifier } from '../../core/notices/notifier.ts'
import type { ChannelSettings } from '../../protocol/notifications/notice-settings.ts'
import type { OpenSlack } from './open-slack.ts'
import type { ReadSecret } from './read-secret.ts'
import { makeSlackBot } from './slack-bot.ts'
import { makeSlackWebhook } from './slack-webhook.ts'
import { makeWebhook } from './webhook.ts'

export interface NotifierDeps {
  readonly readSecret: ReadSecret
  readonly openSlack: OpenSlack
  readonly limitMs: number
}

type Kinds = {
  readonly [K in ChannelSettings['kind']]: (
    name: string,
    channel: Extract<ChannelSettings, { kind: K }>,
    deps: NotifierDeps,
  ) => Notifier
}

const KINDS: Kinds = {
  slack: (_, channel, deps) => makeSlackBot({ ...deps, ...channel }),
  'slack-webhook': (name, { secret = name }, deps) => makeSlackWebhook({ ...deps, secret }),
  webhook: (name, { url, secret = name }, deps) => makeWebhook({ ...deps, url, secret }),
}

export function makeNotifier(name: string, channel: ChannelSettings, deps: NotifierDeps): Notifier {
  const make = KINDS[channel.kind] as (name: string, channel: ChannelSettings, deps: NotifierDeps) => Notifier
  return make(name, channel, deps)
}
