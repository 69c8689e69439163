// Who decides on which file of cmux itself. The first row that matches decides. What no row names is decided by a person: a new folder
// has to be listed here before an agent may bring anything in it onto the main branch.
import type { TierRow } from './tier-rows.ts'

/** For files that no row names. */
export const UNLISTED = 'it runs outside of the sandbox, or guards what does'

export const OWN_ROWS: readonly Omit<TierRow, 'firm' | 'except'>[] = [
  {
    tier: 'safe',
    why: 'it is a text for people',
    // Not below src/roles, where every page is what agents obey.
    globs: [
      'src/{adapters,cli,client,core,demo-agent,hook,host,lib,mcp,porter,protocol,server,watchdog,web}/**/README.md',
      'test/README.md',
    ],
  },
  {
    tier: 'forbidden',
    why: 'it keeps cmux answering when everything else is broken',
    globs: [
      'src/watchdog/**',
      'src/host/binder/**',
      'src/host/{start-watchdog,revive,upgrade-guard,guard-book}.ts',
    ],
  },
  {
    tier: 'forbidden',
    why: 'it decides whether a release is well',
    globs: [
      'src/server/health-check.ts',
      'src/core/health/**',
      'src/protocol/health.ts',
      'src/host/rehearsal/**',
      'src/server/rehearsals.ts',
    ],
  },
  {
    tier: 'forbidden',
    why: 'it decides who may do what',
    globs: [
      'src/core/{access,rules,approvals,audit,budgets,improve,confinement}/**',
      'src/server/http/guard.ts',
      'src/hook/**',
      'src/adapters/{confine,rules}/**',
      'src/adapters/git/**',
      'src/protocol/{routes,policy,project-file}.ts',
    ],
  },
  {
    tier: 'forbidden',
    why: 'everybody starts cmux with it',
    globs: ['cmux', 'scripts/**'],
  },
  {
    tier: 'forbidden',
    why: 'it says where state is and how it is kept',
    globs: ['src/server/home.ts', 'src/adapters/store/migrations/**', 'src/adapters/store/schema.ts'],
  },
  {
    tier: 'forbidden',
    why: 'people run it outside of the sandbox, and it guards what runs there',
    globs: ['test/**/*.ts', 'src/**/*.test.ts', 'bench/**'],
  },
  {
    tier: 'care',
    why: 'agents are told by it how to work',
    globs: ['src/roles/*.md', 'docs/changing-code.md', '**/{AGENTS,CLAUDE,GEMINI}{,.local}.md'],
  },
  {
    tier: 'care',
    why: 'checks and editors read it',
    globs: ['docs/**/*.json', 'test/times.json'],
  },
  {
    tier: 'safe',
    why: 'it is a text for people',
    globs: ['*.md', 'docs/**/*.{md,png,jpg,gif,svg}'],
  },
]
