// Proofs of the rules about rooms: arrows, packages, modules of Node, and what pure code may not reach for.
import type { Proof } from './proof.ts'
import { sample } from './sample.ts'

export const ROOM_PROOFS: readonly Proof[] = [
  {
    rule: 'readable-syntax',
    refuses: 'code that it can not read',
    bad: sample('src/lib/a.ts', 'export const a = ('),
    good: sample('src/lib/a.ts', 'export const a = (1)'),
  },
  {
    rule: 'arrows',
    refuses: 'core that imports an adapter',
    bad: sample('src/core/mail/send.ts', "import { store } from '../../adapters/store/store.ts'"),
    good: sample(
      'src/core/tasks/plan.ts',
      "import { send } from '../mail/send.ts'",
      "import '../../protocol/ids.ts'",
    ),
  },
  {
    rule: 'arrows',
    refuses: 'a capability of core that takes a value from one above it',
    bad: sample('src/core/mail/send.ts', "import { plan } from '../tasks/plan.ts'"),
    good: sample(
      'src/core/mail/send.ts',
      "import type { Plan } from '../tasks/plan.ts'",
      "import '../agents/a.ts'",
    ),
  },
  {
    rule: 'arrows',
    refuses: 'a capability of core without a row',
    bad: sample('src/core/whatever/a.ts', "import '../store.ts'"),
    good: sample('src/core/mail/a.ts', "import '../store.ts'"),
  },
  {
    rule: 'arrows',
    refuses: 'an import of types only',
    bad: sample('src/protocol/ids.ts', "import type { Mail } from '../core/mail/mail.ts'"),
    good: sample('src/protocol/ids.ts', "import type { Branded } from '../lib/branded.ts'"),
  },
  {
    rule: 'arrows',
    refuses: 'a type that imports in place',
    bad: sample('src/lib/a.ts', "export type A = import('../protocol/ids.ts').AgentId"),
    good: sample('src/lib/a.ts', "export type A = import('./b.ts').B"),
  },
  {
    rule: 'arrows',
    refuses: 'a guest that imports the server',
    bad: sample('src/cli/main.ts', "export * from '../server/config.ts'"),
    good: sample('src/cli/main.ts', "export * from '../client/client.ts'", "import '../host/start.ts'"),
  },
  {
    rule: 'arrows',
    refuses: 'host that imports the client',
    bad: sample('src/host/start.ts', "import { call } from '../client/call.ts'"),
    good: sample('src/host/start.ts', "import { call } from '../protocol/call.ts'", "import 'node:fs'"),
  },
  {
    rule: 'arrows',
    refuses: 'anything of ours in the watchdog',
    bad: sample('src/watchdog/main.ts', "import { assertNever } from '../lib/assert-never.ts'"),
    good: sample(
      'src/watchdog/main.ts',
      "import { probe } from './probe.ts'",
      "import { spawn } from 'node:child_process'",
    ),
  },
  {
    rule: 'arrows',
    refuses: 'an adapter that imports another',
    bad: sample('src/adapters/git/git.ts', "import { tmux } from '../tmux/tmux.ts'"),
    good: sample('src/adapters/git/git.ts', "import { run } from '../process/run.ts'", "import './refs.ts'"),
  },
  {
    rule: 'arrows',
    refuses: 'a folder that is no room',
    bad: sample('src/common/a.ts', 'export const a = 1'),
    good: sample('src/server/http/a.ts', "import '../../mcp/tools.ts'", "import '../../adapters/git/git.ts'"),
  },
  {
    rule: 'arrows',
    refuses: 'a file beside the rooms',
    bad: sample('src/index.ts', 'export const a = 1'),
    good: sample('src/lib/index.ts', 'export const a = 1'),
  },
  {
    rule: 'arrows',
    refuses: 'an import that is computed',
    bad: sample('src/server/a.ts', 'export const load = (name: string) => import(`../core/${name}.ts`)'),
    good: sample('src/server/a.ts', 'export const load = () => import(`../core/a.ts`)'),
  },
  {
    rule: 'arrows',
    refuses: 'an alias that hides the room',
    bad: sample('src/core/a.ts', "import '#adapters/store.ts'"),
    good: sample('src/core/a.ts', "import './b.ts'"),
  },
  {
    rule: 'arrows',
    refuses: 'code of tests in the product',
    bad: sample('src/server/a.ts', "import { fake } from '../../test/fixtures/fake.ts'"),
    good: sample('src/server/a.test.ts', "import { fake } from '../../test/fixtures/fake.ts'"),
  },
  {
    rule: 'packages',
    refuses: 'a package in core',
    bad: sample('src/core/a.ts', "import { z } from 'zod'"),
    good: sample('src/protocol/a.ts', "import { z } from 'zod/mini'"),
  },
  {
    rule: 'packages',
    refuses: 'a package of a scope in the watchdog',
    bad: sample('src/watchdog/a.ts', "import cookie from '@fastify/cookie'"),
    good: sample('src/server/a.ts', "import cookie from '@fastify/cookie'"),
  },
  {
    rule: 'packages',
    refuses: 'a package too many in the CLI',
    bad: sample('src/cli/a.ts', "import pino from 'pino'"),
    good: sample('src/cli/a.ts', "import { Command } from 'commander'", "import 'node:os'"),
  },
  {
    rule: 'node-modules',
    refuses: 'a module of Node in core',
    bad: sample('src/core/a.ts', "import { join } from 'node:path'"),
    good: sample('src/adapters/files/a.ts', "import { join } from 'node:path'"),
  },
  {
    rule: 'node-modules',
    refuses: 'a module of Node without its prefix',
    bad: sample('src/web/a.ts', "import { EventEmitter } from 'events'"),
    good: sample('src/web/a.test.ts', "import { EventEmitter } from 'events'"),
  },
  {
    rule: 'clock',
    refuses: 'the clock in core',
    bad: sample('src/core/a.ts', 'export const a = () => Date.now()'),
    good: sample(
      'src/core/a.ts',
      'export const a = (at: number, Date: { now(): number }) => Date.now() + at',
    ),
  },
  {
    rule: 'clock',
    refuses: 'a date of now',
    bad: sample('src/protocol/a.ts', 'export const a = () => new Date()'),
    good: sample('src/protocol/a.ts', 'export const a = (at: number) => new Date(at)'),
  },
  {
    rule: 'clock',
    refuses: 'the clock by another way',
    bad: sample('src/lib/a.ts', 'const { now } = globalThis.performance', 'export const a = () => now()'),
    good: sample('src/lib/a.ts', 'export const a = (performance: { now: number }) => performance.now'),
  },
  {
    rule: 'randomness',
    refuses: 'chance in core',
    bad: sample('src/core/a.ts', "export const a = () => Math['random']()"),
    good: sample('src/core/a.ts', 'export const a = (random: () => number) => Math.floor(random())'),
  },
  {
    rule: 'randomness',
    refuses: 'an id out of nothing',
    bad: sample('src/protocol/a.ts', 'export const a = () => crypto.randomUUID()'),
    good: sample('src/adapters/entropy/a.ts', 'export const a = () => crypto.randomUUID()'),
  },
  {
    rule: 'timers',
    refuses: 'a timer in core',
    bad: sample('src/core/a.ts', 'export const a = (run: () => void) => setTimeout(run, 1)'),
    good: sample(
      'src/core/a.ts',
      'export const a = (clock: { setTimeout(at: number): void }) => clock.setTimeout(1)',
    ),
  },
  {
    rule: 'process',
    refuses: 'the process in core',
    bad: sample('src/core/a.ts', 'export const a = () => process.pid'),
    good: sample(
      'src/core/a.ts',
      'export const a = ({ process }: { process: { pid: number } }) => process.pid',
    ),
  },
  {
    rule: 'environment',
    refuses: 'the environment outside of its readers',
    bad: sample('src/server/http/a.ts', 'export const a = process.env.PORT'),
    good: sample('src/server/config.ts', 'export const config = process.env.PORT'),
  },
  {
    rule: 'environment',
    refuses: 'the environment by its import',
    bad: sample('src/adapters/git/a.ts', "import { env } from 'node:process'"),
    good: sample('src/host/environment.ts', "import { env } from 'node:process'"),
  },
  {
    rule: 'environment',
    refuses: 'the environment of an imported process',
    bad: sample('src/cli/a.ts', "import process from 'node:process'", 'export const a = process.env'),
    good: sample('src/cli/a.ts', "import process from 'node:process'", 'export const a = process.argv'),
  },
  {
    rule: 'process-door',
    refuses: 'processes that start anywhere',
    bad: sample('src/adapters/tmux/a.ts', "import { spawn } from 'node:child_process'"),
    good: sample('src/adapters/process/a.ts', "import { spawn } from 'node:child_process'"),
  },
  {
    rule: 'process-door',
    refuses: 'processes that are required',
    bad: sample('src/server/a.ts', "export const a = process.getBuiltinModule('cluster')"),
    good: sample('src/host/a.ts', "export const a = process.getBuiltinModule('cluster')"),
  },
  {
    rule: 'sqlite-door',
    refuses: 'SQLite outside of the store',
    bad: sample('src/server/a.ts', "import { DatabaseSync } from 'node:sqlite'"),
    good: sample('src/adapters/store/a.ts', "import { DatabaseSync } from 'node:sqlite'"),
  },
  {
    rule: 'git-door',
    refuses: 'git that starts anywhere',
    bad: sample(
      'src/host/a.ts',
      "import { execFile } from 'node:child_process'",
      "execFile('git', ['status'])",
    ),
    good: sample('src/host/a.ts', "import { runGit } from './run-git.ts'", "await runGit('/a', ['status'])"),
  },
  {
    rule: 'git-door',
    refuses: 'git as the first word of a list',
    bad: sample('scripts/a.ts', "run(['/usr/bin/git', 'status'])"),
    good: sample('src/demo-agent/a.ts', "run(['git', 'status'])"),
  },
]
