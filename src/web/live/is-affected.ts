// Which answers an event makes old, as rows: what begins with this, changes those.
import type { Event } from '../../protocol/event.ts'
import type { RouteKey } from '../../protocol/routes.ts'

type ReadRoute = Extract<RouteKey, `GET ${string}`>

/** The status is large, and the page takes neither agents nor projects from it. */
const ROWS: readonly (readonly [begins: string, routes: readonly ReadRoute[]])[] = [
  ['agent', ['GET /api/agents', 'GET /api/agents/:name', 'GET /api/next']],
  ['agent.status', ['GET /api/agents/:name/diff', 'GET /api/agents/:name/state']],
  ['agent.port', ['GET /api/agents/:name/ports']],
  ['agent.progress', ['GET /api/agents/:name/state']],
  ['agent.state_kept', ['GET /api/agents/:name/state']],
  ['agent.compaction', ['GET /api/agents/:name/state']],
  ['tool.ended', ['GET /api/agents/:name/diff', 'GET /api/files/:root']],
  ['agent', ['GET /api/files']],
  ['usage.', ['GET /api/agents/:name', 'GET /api/budgets', 'GET /api/usage']],
  ['conversation.', ['GET /api/agents/:name/history']],
  ['message.accepted', ['GET /api/agents/:name/history']],
  ['turn.', ['GET /api/budgets', 'GET /api/usage']],
  ['budget.', ['GET /api/budgets', 'GET /api/next']],
  [
    'message.',
    ['GET /api/messages', 'GET /api/messages/:id', 'GET /api/unread', 'GET /api/status', 'GET /api/next'],
  ],
  ['task.', ['GET /api/tasks', 'GET /api/tasks/:id', 'GET /api/agents/:name/state', 'GET /api/next']],
  [
    'approval.',
    [
      'GET /api/approvals',
      'GET /api/approvals/:id',
      'GET /api/next',
      'GET /api/agents',
      'GET /api/agents/:name',
    ],
  ],
  ['rule.', ['GET /api/rules', 'GET /api/approvals/:id/rule']],
  ['policy.', ['GET /api/rules', 'GET /api/approvals/:id/rule']],
  // Whether a yes needs the passphrase stands with the list.
  ['approvals.', ['GET /api/approvals']],
  ...['change.planned', 'change.moved'].map(
    (begins) =>
      [
        begins,
        ['GET /api/improvements', 'GET /api/improvements/:id', 'GET /api/next', 'GET /api/events'],
      ] as const,
  ),
  // Begins and ends, and nothing in between: what it prints is asked for elsewhere.
  ['change.check', ['GET /api/improvements/:id']],
  ['service.', ['GET /api/services', 'GET /api/events']],
  // One about the page is part of the health.
  ['alert.', ['GET /api/alerts', 'GET /api/next', 'GET /api/status', 'GET /api/webhooks/health']],
  ['project.', ['GET /api/projects', 'GET /api/projects/:name', 'GET /api/next']],
  ['server.', ['GET /api/status', 'GET /api/releases', 'GET /api/webhooks/health', 'GET /api/next']],
  ['watchdog.', ['GET /api/status', 'GET /api/releases', 'GET /api/webhooks/health', 'GET /api/next']],
  [
    'release.',
    ['GET /api/status', 'GET /api/releases', 'GET /api/releases/:id/rehearsal', 'GET /api/events'],
  ],
  ['frontend.', ['GET /api/status', 'GET /api/webhooks/health', 'GET /api/next']],
  ['backup.', ['GET /api/status', 'GET /api/backups']],
  ['token.', ['GET /api/tokens']],
  ['journal.', ['GET /api/journal', 'GET /api/journal/pages']],
  // Pages of the history are asked for only of what broke and healed, and by the time line.
  ...[
    'watchdog.',
    'frontend.',
    'backup.restored',
    'agent.started',
    'agent.ended',
    'agent.unmoved',
    'agent.needs',
    'agents.',
  ].map((begins) => [begins, ['GET /api/events']] as const),
]

interface Asked {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
}

/** May the answer to this question be another one after the event? */
export function isAffected(event: Event, route: string, asked: Asked = {}): boolean {
  const isNamed = ROWS.some(
    ([begins, routes]) => event.type.startsWith(begins) && (routes as readonly string[]).includes(route),
  )
  return isNamed && isAbout(event, asked)
}

function isAbout({ type, data }: Event, { params, query }: Asked): boolean {
  if (params?.['name'] !== undefined && data['agent'] !== undefined) return params['name'] === data['agent']
  if (/^(approval|change)\./.test(type) && params?.['id'] !== undefined) return params['id'] === data['id']
  if (type.startsWith('message.') && query?.['with'] !== undefined)
    return [data['from'], data['to']].includes(query['with']) || data['from'] === undefined
  return true
}
