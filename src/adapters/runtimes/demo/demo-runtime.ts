// The built-in demo agent as a runtime: a program of ours that behaves like a coding agent's CLI.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Launch, LaunchOrder, Runtime } from '../../../core/agents/runtime.ts'
import { BLOCKING_MAIL } from '../blocking-mail.ts'
import type { RuntimeState } from '../../../protocol/agents/runtime.ts'
import { readDemoHook } from './read-demo-hook.ts'
import { readDemoScreen } from './read-demo-screen.ts'
import { readAnswerUsage } from '../read-answer-usage.ts'
import { readClaudeConversation } from '../read-claude-conversation.ts'
import { readToolHookConversation } from '../read-tool-hook-conversation.ts'
import { allowGate, askInDialog } from '../allow-gate.ts'
import { denyGate } from '../deny-gate.ts'
import { giveContext } from '../give-context.ts'

export interface DemoRuntimeDeps {
  /** The Node that runs us, and the `demo-agent.mjs` of this release. */
  readonly node: string
  readonly program: string
  readonly version: string
}

/** What of the person's environment it gets: where programs are, how text is written, and its own settings. */
const PASSED_ON =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|COLORTERM|LANG|LC_\w+|TZ|TMPDIR|CMUX_DEMO_\w+|CMUX_HOOK_WAIT_SEC)$/

/** Many of them run side by side: 4 threads each instead of 7. */
const NODE_FLAGS = ['--v8-pool-size=0']

export function makeDemoRuntime({ node, program, version }: DemoRuntimeDeps): Runtime {
  return {
    name: 'demo',
    examine: () => examineProgram(program, version),
    planLaunch: (order) => planLaunch(node, order),
    readScreen: readDemoScreen,
    readHook: readDemoHook,
    readTranscriptLine: readAnswerUsage,
    readConversation: readClaudeConversation,
    // Its prompts have ids of their own in its conversation, where its tools are not.
    readHookConversation: (event, payload) =>
      event === 'UserPromptSubmit' ? [] : readToolHookConversation(event, payload),
    transcriptFolder: ({ agentHome }) => join(agentHome, 'conversations'),
    walls: ({ agentHome }) => [{ kind: 'writable', path: join(agentHome, 'conversations'), make: true }],
    interruptKeys: ['Escape'],
    commands: { clear: '/clear', compact: '/compact', quit: '/quit' },
    canResume: true,
    giveContext,
    denyGate,
    allowGate,
    askGate: (event, _, reason) => askInDialog(event, reason),
    mail: { ...BLOCKING_MAIL, enterAfterMs: 0 },
  }
}

async function examineProgram(program: string, version: string): Promise<RuntimeState> {
  try {
    await access(program)
    return { kind: 'ready', program, version }
  } catch {
    return {
      kind: 'missing',
      detail: `the demo agent's program ${program} is not there`,
      hint: 'build cmux again: it is part of every release',
    }
  }
}

function planLaunch(node: string, order: LaunchOrder): Launch {
  const { agent, project, role, agentHome, program, conversation, args, url, tokenFile, environment } = order
  const session = conversation.kind === 'new' ? '--session' : '--resume'
  const own = ['--home', agentHome, '--name', agent, '--role', role.name, session, conversation.sessionId]
  return {
    command: [node, ...NODE_FLAGS, program, ...own, ...args],
    environment: {
      ...Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED_ON.test(name))),
      CMUX_AGENT: 'true',
      CMUX_AGENT_NAME: agent,
      ...(project !== null && { CMUX_PROJECT: project }),
      CMUX_URL: url,
      CMUX_TOKEN_FILE: tokenFile,
    },
    files: [],
  }
}
