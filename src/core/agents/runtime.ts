// A kind of agent (Claude Code, Codex, …): how it is started, what its screen and its hooks say. One contract suite for all.
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import type { RuntimeName, RuntimeState } from '../../protocol/agents/runtime.ts'
import type { Wall } from '../confinement/wall.ts'
import type { Key } from '../terminals/terminals.ts'

/** `ownFolder`: where it works, of an agent in the sandbox: it has no conversations but those that began there. */
type TranscriptPlace = Pick<LaunchOrder, 'agentHome' | 'environment'> & {
  readonly ownFolder: string | null
  /** It was started with a folder of its own for conversations, where its runtime has such. */
  readonly hasOwnConversations: boolean
}

export interface Runtime {
  readonly name: RuntimeName
  /** Is it installed, new enough, logged in? Changes nothing. */
  examine(environment: Readonly<Record<string, string>>): Promise<RuntimeState>
  /** Pure: what to write and what to run. */
  planLaunch(order: LaunchOrder): Launch
  /** Pure: rows of the screen as text. */
  readScreen(lines: readonly string[]): ScreenReading
  /** Pure: how many tokens its screen says have come in this turn; null where it counts none. */
  readTokens?(lines: readonly string[]): number | null
  /** Pure: what a hook of this runtime tells, in our words. Unknown events tell nothing. */
  readHook(event: string, payload: Readonly<Record<string, unknown>>): HookNews[]
  /** Pure: what a line of its transcript tells; absent for runtimes that keep none. */
  readTranscriptLine?(line: string): HookNews[]
  /** Pure: what a line of its transcript tells of the conversation. The session is empty where only the file's beginning names it. */
  readConversation?(line: string): ConversationEntry[]
  /** Pure: the same from a hook, where that has the ids of the transcript, or where there is no transcript. */
  readHookConversation?(event: string, payload: Readonly<Record<string, unknown>>): ConversationEntry[]
  /** Pure: the folder that its transcripts are in. A hook that names a path outside of it is not believed. */
  transcriptFolder?(place: TranscriptPlace): string | null
  /** Pure: where a transcript really is that its program, in the sandbox, names by where it sees it. Absent where that is the same. */
  transcriptPath?(named: string, place: TranscriptPlace): string
  /** Pure: what of the person's, and of the agent's own folder, its program needs when it runs inside of walls. */
  walls(place: Pick<LaunchOrder, 'agentHome' | 'environment' | 'folder'>): readonly Wall[]
  /** It builds walls of its own around each command; they stand inside of ours. */
  readonly buildsWalls?: true
  /**
   * Ends the turn and keeps the agent. Pressed again, a second apart, while the screen still shows it working: OpenCode wants
   * two, and takes two at once for one.
   */
  readonly interruptKeys: readonly Key[]
  /** What is typed to make it forget or shorten its conversation; null where it can't. */
  readonly commands: {
    readonly clear: string | null
    readonly compact: string | null
    readonly quit: string | null
  }
  readonly canResume: boolean
  /** In the sandbox its program can't keep an answer: it is put into its settings, and the program starts again. */
  readonly answersInSettings?: true
  /** It speaks to our MCP server as it starts: its first prompt waits until it has our tools. */
  readonly connectsTools?: true
  /** Pure: whether its screen says that its conversation was shortened; for programs whose hooks don't. */
  showsCompacted?(lines: readonly string[]): boolean
  /** The answer to a hook that tells its model something as it begins a session; undefined where it takes none. */
  giveContext?(event: string, text: string): HookAnswer | undefined
  /** The answer to a hook on which it waits that keeps it from acting; undefined for an event that only informs. */
  denyGate?(event: string, reason: string): HookAnswer | undefined
  /** The answer that lets it act, so that its program asks nobody else; undefined where silence does. */
  allowGate?(event: string, reason: string): HookAnswer | undefined
  /**
   * The answer that has its program open a dialog of its own, beside which we are asked again; undefined where this call gets
   * none, and so has to wait at this gate.
   */
  askGate?(event: string, payload: Readonly<Record<string, unknown>>, reason: string): HookAnswer | undefined
  /** How messages reach it; what is absent it can't do. */
  readonly mail: {
    /** Some take an Enter right after a paste for a part of it. */
    readonly enterAfterMs: number
    /** It takes an interrupted prompt out of its conversation, unless something had come of it. */
    readonly dropsInterrupted?: true
    /** The answer to its hook that keeps a prompt from being taken. */
    refusePrompt?(reason: string): HookAnswer
    /** The answer to its hook at the end of a turn that gives it more to do, and how often in a row it listens to that. */
    readonly goOn?: { readonly inARowMax: number; answer(text: string): HookAnswer }
  }
}

/** In the words of the agent's program; empty says nothing. */
export type HookAnswer = Readonly<Record<string, unknown>>

export interface LaunchOrder {
  readonly agent: AgentName
  readonly generation: number
  readonly project: ProjectName | null
  readonly role: { readonly name: string; readonly prompt: string }
  /** Where it works. */
  readonly folder: string
  /** A folder of this agent's own for settings and the like: HOME/agents/<name>. */
  readonly agentHome: string
  readonly program: string
  readonly url: string
  readonly tokenFile: string
  /** The conversation: one to go on with, or an id for a new one where the runtime lets us choose. */
  readonly conversation: { readonly kind: 'new' | 'resume'; readonly sessionId: string }
  /** Transcripts of its earlier conversations, as its hooks have named them. */
  readonly earlier?: readonly string[]
  /** It is started in the sandbox. */
  readonly isConfined?: boolean
  readonly model: string | null
  readonly args: readonly string[]
  /** `node` and our hook program, as an argument list. */
  readonly hookCommand: readonly string[]
  /** Our MCP server as an argument list; without it the agent has none of our tools. */
  readonly mcpCommand?: readonly [program: string, ...args: string[]]
  /** cmux made the folder that it works in, or a person said so: its program need not ask whether to trust it. */
  readonly trustsFolder: boolean
  /** Answer what its program asks when it first runs (onboarding, a key) in its own settings. Only when told so. */
  readonly answerFirstRun: boolean
  /** What the person's environment has; the launch says which of it the agent gets, and what is added. */
  readonly environment: Readonly<Record<string, string>>
}

export interface Launch {
  readonly command: readonly [program: string, ...args: string[]]
  readonly environment: Readonly<Record<string, string>>
  /** Written before the start, mode 0600. `merge` puts the keys into a JSON file that may hold others' already; lists are united. */
  readonly files: readonly LaunchFile[]
}

export type LaunchFile =
  | { readonly path: string; readonly content: string }
  | { readonly path: string; readonly merge: Readonly<Record<string, unknown>> }
  /** A symbolic link, so that a login which the person has, or makes later, serves the agent too. */
  | { readonly path: string; readonly link: string }
  /** Not a file but a mark there: conversations go along from the person's folder into the agent's own, or back. */
  | {
      readonly path: string
      readonly conversation: {
        readonly sessions: readonly string[]
        readonly shared: string
        /** A folder where no agent can put a link, and the way from there. */
        readonly own: readonly [root: string, ...way: string[]]
        readonly isConfined: boolean
      }
    }

export type ScreenReading =
  /** Waits for a prompt. `draft` is what somebody has half typed; `mode` is vim's, where the prompt has one. */
  | { readonly kind: 'ready'; readonly draft: string; readonly mode: 'insert' | 'normal' | null }
  | { readonly kind: 'working' }
  | { readonly kind: 'dialog'; readonly dialog: Dialog }
  /** Nothing that this runtime is known to show: still starting, or a program of somebody else's. */
  | { readonly kind: 'unclear' }

export interface Dialog {
  readonly kind: 'permission' | 'question' | 'trust' | 'login' | 'onboarding' | 'update' | 'quota' | 'other'
  /** In its own words, short. */
  readonly text: string
  /** The choice that lets it go on, as it stands on the screen, where we know it. */
  readonly answer?: string
}

export type HookNews =
  | {
      readonly kind: 'session'
      readonly sessionId: string
      readonly transcript: string | null
      readonly source: string
    }
  | { readonly kind: 'turn started'; readonly prompt: string | null }
  | {
      readonly kind: 'turn ended'
      readonly failure: string | null
      readonly lastMessage: string | null
      readonly background: number
    }
  | { readonly kind: 'tool started'; readonly id: string; readonly tool: string; readonly input: unknown }
  | {
      readonly kind: 'tool ended'
      readonly id: string
      readonly tool: string
      readonly failure: string | null
    }
  | {
      readonly kind: 'waiting'
      readonly dialog: Dialog
      readonly tool: string | null
      /** What the tool is to be given, where the hook tells. */
      readonly input?: unknown
    }
  | { readonly kind: 'idle' }
  | { readonly kind: 'compaction'; readonly phase: 'before' | 'after' }
  | { readonly kind: 'subagent'; readonly phase: 'started' | 'ended'; readonly id: string }
  | { readonly kind: 'session ended'; readonly reason: string }
  | {
      readonly kind: 'usage'
      /** Said in a conversation of a subagent, which is another one than the agent's. */
      readonly ofSubagent?: true
      /** Several reports may tell of one message: counted once by this id. */
      readonly message: string
      readonly model: string
      readonly input: number
      readonly output: number
      readonly cacheRead: number
      readonly cacheWrite: number
    }
