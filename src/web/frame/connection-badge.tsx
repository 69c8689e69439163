// Is what I see live? One word, and the rest on hover.
import { useConnection } from '../live/use-connection.ts'
import type { Connection } from '../live/connection.ts'
import { Dot } from '../ui/dot.tsx'
import { Hint } from '../ui/hint.tsx'
import type { Tone } from '../ui/tone.ts'

interface Words {
  readonly tone: Tone
  readonly short: string
  readonly long: string
}

export function ConnectionBadge() {
  const connection = useConnection()
  const { tone, short, long } = describe(connection)
  return (
    <Hint says={long}>
      <button
        type="button"
        className="rounded-md px-1.5 py-1 text-xs"
        data-connection={connection.kind}
        aria-label={`connection: ${short}`}
      >
        <Dot tone={tone} isBeating={connection.kind === 'catching-up'}>
          <span role="status" className="max-sm:sr-only">
            {short}
          </span>
        </Dot>
      </button>
    </Hint>
  )
}

type Rows = { readonly [K in Connection['kind']]: (connection: Extract<Connection, { kind: K }>) => Words }

const ROWS: Rows = {
  live: () => ({ tone: 'well', short: 'live', long: 'The page is up to date.' }),
  connecting: () => ({ tone: 'quiet', short: 'connecting', long: 'Connecting to the server.' }),
  'catching-up': ({ behind }) => ({
    tone: 'worry',
    short: 'catching up',
    long: `${behind} events are still loading.`,
  }),
  offline: ({ sinceMs, why, isSafeMode }) => ({
    tone: 'bad',
    short: `${isSafeMode ? 'safe mode' : 'offline'} since ${new Date(sinceMs).toLocaleTimeString()}`,
    long: `${why}. The page shows the state at that time and reconnects by itself.`,
  }),
  'logged-out': ({ why }) => ({ tone: 'bad', short: 'logged out', long: why }),
}

function describe(connection: Connection): Words {
  // The table has a row for each kind; TypeScript can't see that the row fits.
  return (ROWS[connection.kind] as (connection: Connection) => Words)(connection)
}
