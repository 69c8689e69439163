// When cmux itself is not well, the first thing on the page says so, in plain words.
import { useRoute } from '../data/use-route.ts'
import { useConnection } from '../live/use-connection.ts'
import { Command } from '../ui/command.tsx'
import { Notice } from '../ui/notice.tsx'

const SAFE_MODE = 'Safe mode: the watchdog answers until a release is well again'
const NO_ANSWER = 'The server does not answer; this page comes back by itself'

const WORDS = {
  degraded: 'cmux works, but a part of it is not well',
  unhealthy: 'cmux is not well: some things will not work until it is',
} as const

export function Trouble() {
  const health = useRoute('GET /api/webhooks/health', {}).data
  const watchdog = useRoute('GET /api/status', {}).data?.watchdog
  const connection = useConnection()
  if (connection.kind === 'offline')
    return (
      <Notice tone="bad" title={connection.isSafeMode ? SAFE_MODE : NO_ANSWER}>
        <p data-foreign>{connection.why.replace(/\.?$/, '.')}</p>
        What you see is from {new Date(connection.sinceMs).toLocaleTimeString()}. Agents go on working, and
        nothing that was accepted is lost. If it lasts:{' '}
        <Command text={connection.isSafeMode ? 'cmux doctor' : 'cmux up'} />
      </Notice>
    )
  if (watchdog?.trouble)
    return (
      <Notice tone="worry" title="The watchdog has trouble">
        <p>{watchdog.trouble}</p>
      </Notice>
    )
  if (!health || health.status === 'healthy') return null
  return (
    <Notice tone={health.status === 'degraded' ? 'worry' : 'bad'} title={WORDS[health.status]}>
      <p>
        The parts are below; this tells more: <Command text="cmux doctor" />
      </p>
    </Notice>
  )
}
