// The rooms of src and what each may see. This is the table that the arrows of the design are read from.

export type Room = {
  /** Other rooms it may import, by value or by type. */
  readonly sees: readonly string[]
  readonly packages: 'any' | readonly string[]
  readonly node: boolean
}

export const ROOMS: Readonly<Record<string, Room>> = {
  lib: { sees: [], packages: [], node: false },
  protocol: { sees: ['lib'], packages: ['zod'], node: false },
  core: { sees: ['protocol', 'lib'], packages: [], node: false },
  adapters: { sees: ['core', 'protocol', 'lib'], packages: 'any', node: true },
  server: { sees: ['adapters', 'core', 'protocol', 'lib', 'mcp', 'client'], packages: 'any', node: true },
  client: { sees: ['protocol', 'lib'], packages: [], node: false },
  host: { sees: ['protocol', 'lib'], packages: [], node: true },
  cli: { sees: ['client', 'host', 'protocol', 'lib'], packages: ['commander', 'picocolors'], node: true },
  mcp: { sees: ['client', 'protocol', 'lib'], packages: 'any', node: true },
  web: { sees: ['client', 'protocol', 'lib'], packages: 'any', node: false },
  watchdog: { sees: [], packages: [], node: true },
  hook: { sees: [], packages: [], node: true },
  porter: { sees: ['protocol'], packages: [], node: true },
  'demo-agent': { sees: ['hook', 'lib'], packages: [], node: true },
}

/** Small doors that every adapter may use; the other adapters don't know of each other. */
export const SHARED_ADAPTERS: readonly string[] = ['process', 'clock', 'files', 'entropy']

/**
 * The capabilities of core, and from which others each takes values; types are free. Each row names only rows above it, so that
 * there is no cycle.
 */
export const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  access: [],
  agents: [],
  audit: [],
  backups: [],
  browse: [],
  confinement: [],
  events: [],
  journal: [],
  rules: [],
  terminals: [],
  workspaces: [],
  archive: ['audit'],
  conversations: ['agents'],
  notices: ['events'],
  ports: ['agents', 'confinement'],
  mail: ['agents', 'conversations'],
  alerts: ['mail'],
  tasks: ['access', 'mail'],
  turns: ['agents', 'mail'],
  continuity: ['agents', 'mail', 'rules', 'turns'],
  demo: ['tasks'],
  elsewhere: ['agents', 'alerts', 'mail', 'tasks'],
  health: ['alerts'],
  projects: ['agents', 'alerts'],
  budgets: ['agents', 'continuity', 'mail', 'turns'],
  approvals: ['access', 'agents', 'budgets', 'rules'],
  attention: ['agents', 'budgets', 'mail'],
  improve: ['access', 'approvals', 'confinement', 'journal', 'mail'],
  pushes: ['approvals', 'mail'],
  metrics: ['improve'],
  spawning: ['access', 'agents', 'approvals', 'confinement', 'continuity', 'mail', 'pushes'],
  wards: ['improve'],
  'agent-loop': [
    'access',
    'agents',
    'approvals',
    'budgets',
    'continuity',
    'conversations',
    'elsewhere',
    'mail',
    'spawning',
    'tasks',
    'turns',
  ],
  disk: ['metrics'],
  watch: ['agent-loop', 'alerts'],
  'front-end': ['access', 'alerts', 'watch'],
}
