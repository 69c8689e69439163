// Any program in a terminal: the words after `--`, else the person's shell. Nothing tells of it but its screen.
import { basename } from 'node:path'
import type { Launch, LaunchOrder, Runtime } from '../../../core/agents/runtime.ts'
import { agentEnvironment } from '../agent-environment.ts'
import { findProgram } from '../../process/find-program.ts'
import { readShellScreen } from './read-shell-screen.ts'

export const shell: Runtime = {
  name: 'shell',
  examine: async ({ SHELL = '/bin/sh', PATH = '' }) => {
    const program = findProgram(basename(SHELL), PATH) ?? findProgram('sh', PATH)
    if (program === undefined)
      return { kind: 'missing', detail: `no shell is on the PATH`, hint: 'set SHELL and PATH' }
    return { kind: 'ready', program, version: basename(program) }
  },
  planLaunch: planShellLaunch,
  readScreen: readShellScreen,
  readHook: () => [],
  walls: () => [],
  interruptKeys: ['C-c'],
  commands: { clear: null, compact: null, quit: null },
  canResume: false,
  mail: { enterAfterMs: 0 },
}

function planShellLaunch(order: LaunchOrder): Launch {
  const [program = order.program, ...args] = order.args
  return { command: [program, ...args], environment: agentEnvironment(order, []), files: [] }
}
