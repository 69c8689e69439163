import { describe } from 'vitest'
import type { PaneStart } from '../../src/core/terminals/terminals.ts'
import { makeFakeTerminals, type FakeProgram } from '../fixtures/fake-terminals.ts'
import { makeTmuxUnderTest, OWNER, SIZE } from '../fixtures/tmux-under-test.ts'
import { describeTerminals, type TerminalsUnderTest } from './terminals-contract.ts'

const ENVIRONMENT = { PATH: process.env['PATH'] ?? '', HOSTILE: '$(id) "#{pid}"\n' }
const plan = (command: PaneStart['command'], folder: string): PaneStart => ({
  owner: OWNER,
  title: 'agent',
  folder,
  command,
  environment: ENVIRONMENT,
  size: SIZE,
})

describe('fake terminals', () => {
  describeTerminals(async () => {
    const programs = new Map<PaneStart['command'], FakeProgram>()
    const terminals = makeFakeTerminals(({ command }) => programs.get(command))
    return {
      terminals,
      open({ command, live }, changes = {}) {
        programs.set(command, live)
        return terminals.open({ ...plan(command, '/'), ...changes })
      },
      openByHand: async () => void terminals.openByHand(),
      rename: async (pane, title) => terminals.rename(pane, title),
      freeze: async () => terminals.freeze(),
      thaw: async () => terminals.thaw(),
      killServer: async () => terminals.killServer(),
      dropConnection: async () => terminals.dropConnection(),
      [Symbol.asyncDispose]: async () => undefined,
    } satisfies TerminalsUnderTest
  })
})

describe('terminals in tmux', () => {
  describeTerminals(async () => {
    const real = await makeTmuxUnderTest()
    const { terminals, folder, tmux, serverPid } = real
    return {
      terminals,
      open: ({ command }, changes = {}) => terminals.open({ ...plan(command, folder), ...changes }),
      openByHand: async () => void (await tmux('new-window', '-d', '-n', 'by hand', 'sleep 1000')),
      rename: async (pane, title) => void (await tmux('rename-window', '-t', pane, title)),
      freeze: async () => void process.kill(await serverPid(), 'SIGSTOP'),
      thaw: async () => void process.kill(await serverPid(), 'SIGCONT'),
      killServer: async () => void process.kill(await serverPid(), 'SIGKILL'),
      async dropConnection() {
        for (const pid of (await tmux('list-clients', '-F', '#{client_pid}')).split('\n'))
          process.kill(Number(pid), 'SIGKILL')
      },
      [Symbol.asyncDispose]: () => real[Symbol.asyncDispose](),
    } satisfies TerminalsUnderTest
  })
})
