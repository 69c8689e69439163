// The tables as Kysely sees them. Migrations make them; this file must say the same, and a test compares the two.
/** What is counted, in the tables that sum it up. */
export interface CountColumns {
  turns: number
  tools: number
  restarts: number
  wall_ms: number
  input: number
  output: number
  cache_read: number
  cache_write: number
  nano_usd: number
  unpriced: number
}

export interface Schema {
  events: {
    seq: number
    type: string
    at: string
    actor: string
    data: string
    /** Set for what is brought in from outside: the same is there once. */
    key: string | null
    /** Over the event and the hash before it; null when a release wrote it that knew of none. */
    hash: string | null
  }
  event_seals: {
    seq: number
    hash: string
  }
  /** Events that are in files of their own. */
  event_segments: {
    first: number
    last: number
    hash: string
    sha256: string
    bytes: number
    archived_at: string
  }
  tokens: {
    id: string
    hash: string
    role: string
    agent: string | null
    label: string
    created_by: string
    created_at: string
    expires_at: string | null
    revoked_at: string | null
    generation: number | null
  }
  agents: {
    id: string
    name: string
    project: string | null
    desired: string
    status: string
    generation: number
    created_at: string
    removed_at: string | null
    record: string
  }
  agent_generations: {
    agent: string
    generation: number
    started_at: string
    why: string
    asked: number
    conversation: string | null
    ended_at: string | null
    end: string | null
  }
  agent_usage: {
    agent: string
    message: string
    at: string
    model: string
    input: number
    output: number
    cache_read: number
    cache_write: number
  }
  usage_hours: CountColumns & {
    hour: string
    agent: string
    project: string
    task: string
    model: string
  }
  usage_totals: CountColumns & {
    scope: string
    period: string
  }
  budgets: {
    scope: string
    per: string
    record: string
  }
  budget_marks: {
    scope: string
    per: string
    kind: string
    period: string
    level: string
    bound: number
    at: string
  }
  agent_transcripts: {
    agent: string
    path: string
    at: string
  }
  hook_answers: {
    request: string
    answer: string
    at: string
  }
  messages: {
    seq: number
    id: string
    sender: string
    trust: string
    actor: string
    receiver: string
    agent: string | null
    subject: string | null
    body: string
    bytes: number
    at: string
    receipt: string
    attempts: number
    waits_for: string | null
    delivery: string | null
    attachment: string | null
    evidence: string
  }
  deliveries: {
    id: string
    agent: string
    generation: number
    way: string
    messages: string
    state: string
    opened_at: string
    outcome: string | null
  }
  /** `receipt R` for each receipt, and others. */
  mail_counts: {
    what: string
    count: number
  }
  /** Not acked and not dead; triggers keep it. A count of 0 may stay. */
  unread_counts: {
    receiver: string
    sender: string
    count: number
  }
  tasks: {
    seq: number
    id: string
    title: string
    body: string
    state: string
    priority: string
    project: string | null
    parent: string | null
    assignee: string | null
    generation: number | null
    assigner: string | null
    message: string | null
    mails: number
    offers: number
    result: string | null
    created_by: string
    created_at: string
    updated_at: string
  }
  task_dependencies: {
    task: string
    needed: string
  }
  task_history: {
    task: string
    number: number
    at: string
    actor: string
    state: string
    assignee: string | null
    note: string | null
  }
  changes: {
    seq: number
    id: string
    project: string
    state: string
    record: string
  }
  wards: {
    id: string
    record: string
  }
  approvals: {
    seq: number
    id: string
    kind: string
    title: string
    risk: string
    content: string
    sha256: string
    requester: string
    agent: string | null
    generation: number | null
    project: string | null
    why: string
    in_dialog: number
    created_at: string
    expires_at: string
    state: string
    decided_by: string | null
    decided_at: string | null
    reason: string | null
    via: string | null
    ended_at: string | null
    ended_why: string | null
    used_at: string | null
    call: string | null
    asker: string | null
  }
  keepsakes: {
    agent: string
    kind: string
    at: string
    record: string
  }
  login_codes: {
    id: string
    hash: string
    created_at: string
    expires_at: string
  }
  projects: {
    id: string
    name: string
    path: string
    main_branch: string
    created_at: string
    added_by: string
    removed_at: string | null
  }
  notices: {
    number: number
    id: string
    channel: string
    matter: string
    state: string
    due_at: string
    ended_at: string | null
    record: string
  }
  notice_channels: {
    name: string
    cursor: number
    failures: number
    failing_since: string | null
    error: string | null
    delivered_at: string | null
  }
  journal: {
    seq: number
    id: string
    project: string
    day: string
    at: string
    kind: string
    author: string
    agent: string | null
    text: string
    bytes: number
    files: string
  }
  journal_pages: {
    project: string
    day: string
    bytes: number
  }
  journal_cursors: {
    name: string
    seq: number
  }
  agent_ports: {
    id: string
    agent: string
    scope: string | null
    record: string
  }
  kept_rules: {
    id: string
    agent: string | null
    project: string | null
    record: string
  }
  main_branches: {
    project: string
    record: string
  }
  watch_sources: {
    source: string
    record: string
  }
  alerts: {
    number: number
    id: string
    matter: string
    project: string | null
    state: string
    first_at: string
    last_at: string
    record: string
  }
  schema_versions: {
    version: number
    name: string
    /** The oldest schema version whose code can still work with this one. */
    readable_from: number
    applied_at: string
  }
  conversations: {
    seq: number
    agent: string
    entry: string
    kind: string
    session: string
    subagent: string | null
    at: string | null
    text: string
    tool: string | null
    source: string
    kept_at: string
  }
  transcript_reads: {
    agent: string
    path: string
    offset: number
  }
}
