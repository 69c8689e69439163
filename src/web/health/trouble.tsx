// When cmux itself is not well, the first thing on the page says so, in plain words.
import { useRoute } from '../data/use-route.ts'
import { useConnection } from '../live/use-connection.ts'
import { Command } from '../ui/command.tsx'
import { Notice } from '../ui/notice.tsx'

const SAFE_MODE = 'Safe mode: the watchdog answers until a release is healthy again'
const NO_ANSWER = 'The server does not answer; this page comes back by itself'

const WORDS = {
  degraded: 'cmux works, but one of its parts is unhealthy',
  unhealthy: 'cmux is unhealthy: some features do not work',
} as const

export function Trouble() {
  const health = useRoute('GET /api/webhooks/health', {}).data
  const watchdog = useRoute('GET /api/status', {}).data?.watchdog
  const connection = useConnection()
  if (connection.kind === 'offline')
    return (
      <Notice tone="bad" title={connection.isSafeMode ? SAFE_MODE : NO_ANSWER}>
        <p data-foreign>{connection.why.replace(/\.?$/, '.')}</p>
        Last updated {new Date(connection.sinceMs).toLocaleTimeString()}. Agents keep working, and nothing
        that was accepted is lost. If this lasts:{' '}
        <Command text={connection.isSafeMode ? 'cmux doctor' : 'cmux up'} />
      </Notice>
    )
  if (watchdog?.trouble)
    return (
      <Notice tone="worry" title="The watchdog reports a problem">
        <p>{watchdog.trouble}</p>
      </Notice>
    )
  if (!health || health.status === 'healthy') return null
  return (
    <Notice tone={health.status === 'degraded' ? 'worry' : 'bad'} title={WORDS[health.status]}>
      <p>
        The parts are listed below. For details: <Command text="cmux doctor" />
      </p>
    </Notice>
  )
}
