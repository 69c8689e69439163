// The tools of all runtimes: what each does, and where in its input that stands. Names differ enough that a row need not say
// whose it is.
import type { RuntimeName } from '../../protocol/agents/runtime.ts'
import type { PathKind, PlainKind } from './effect.ts'

export type ToolRow =
  | { readonly does: 'shell' }
  | { readonly does: 'patch' }
  | { readonly does: 'path'; readonly kind: PathKind; readonly isOptional?: true }
  | { readonly does: 'plain'; readonly kind: PlainKind; readonly note?: string }

const ROWS: readonly (readonly [names: string, row: ToolRow])[] = [
  [
    'Bash bash Monitor run_shell_command exec_command shell local_shell shell_command container.exec',
    { does: 'shell' },
  ],
  ['apply_patch', { does: 'patch' }],
  ['Read NotebookRead read_file read view_image read_many_files', { does: 'path', kind: 'read' }],
  ['LS list_directory list list_dir', { does: 'path', kind: 'read', isOptional: true }],
  [
    'Glob Grep glob grep search_file_content grep_search grep_files codesearch lsp LSP',
    { does: 'path', kind: 'search', isOptional: true },
  ],
  [
    'Write Edit MultiEdit NotebookEdit write_file replace write edit multiedit patch',
    { does: 'path', kind: 'write' },
  ],
  [
    'WebFetch WebSearch web_fetch google_web_search webfetch websearch web_search',
    { does: 'plain', kind: 'network' },
  ],
  [
    `TodoWrite TodoRead ToolSearch Skill AskUserQuestion EnterPlanMode BashOutput KillShell KillBash TaskOutput
    TaskStop Task Agent TaskCreate TaskUpdate TaskList TaskGet ListMcpResourcesTool StructuredOutput Sleep
    update_plan request_user_input tool_search list_mcp_resources list_mcp_resource_templates spawn_agent wait_agent
    write_todos ask_user activate_skill delegate_to_agent complete_task get_internal_docs
    todowrite todoread question task skill invalid plan_enter`,
    { does: 'plain', kind: 'plain' },
  ],
  ['ExitPlanMode plan_exit', { does: 'plain', kind: 'question' }],
  ['write_stdin', { does: 'plain', kind: 'unknown', note: 'types into a program that runs' }],
  ['save_memory', { does: 'plain', kind: 'environment', note: 'writes what every later agent is told' }],
]

const BY_NAME: ReadonlyMap<string, ToolRow> = new Map(
  ROWS.flatMap(([names, row]) => names.split(/\s+/).map((name) => [name, row] as const)),
)

/** Judged by cmux itself, call by call. */
const OWN_TOOL =
  /^mcp__cmux__\w+$|^(mcp_)?cmux_(send|read|ack|list|create|update|spawn|stop|interrupt|restart|request|get|show|search|add|save)_[a-z_]+$|^(mcp_)?cmux_recall$/
const FOREIGN_TOOL = /^mcp_|__/

/** The demo agent calls them by their own names; elsewhere such a name could be anybody's. */
const DEMO_TOOLS = new Set(
  'create_task update_task list_tasks send_message read_inbox ack_message list_agents spawn_agent stop_agent interrupt_agent restart_agent read_diff read_terminal read_context save_progress recall self_improve'.split(
    ' ',
  ),
)

export function findTool(name: string, runtime: RuntimeName): ToolRow {
  const row = BY_NAME.get(name)
  if (row) return row
  if (runtime === 'demo' && name === 'Ask') return { does: 'plain', kind: 'question' }
  if (runtime === 'demo' && DEMO_TOOLS.has(name)) return { does: 'plain', kind: 'plain' }
  if (OWN_TOOL.test(name)) return { does: 'plain', kind: 'plain' }
  if (FOREIGN_TOOL.test(name))
    return { does: 'plain', kind: 'foreign tool', note: 'it belongs to another program' }
  return { does: 'plain', kind: 'unknown program', note: `nobody has said what ${name} does` }
}
