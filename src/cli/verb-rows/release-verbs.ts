// The verbs about releases, and the proof of what they promise.
import type { Verb } from '../verb.ts'

export const RELEASE_VERBS: readonly Verb[] = [
  {
    name: 'release list',
    summary: 'list installed releases with their state',
    example: 'cmux release list',
    revives: true,
    load: async () => (await import('../verbs/release.ts')).listReleases,
  },
  {
    name: 'release build',
    args: '[ref]',
    summary: 'build a release from a commit of the checkout (default: HEAD), without running it',
    example: 'cmux release build main',
    load: async () => (await import('../verbs/release.ts')).buildRelease,
  },
  {
    name: 'release promote',
    args: '<id-or-ref>',
    summary: 'rehearse a release, or a commit that is built first, and swap to it if it is healthy',
    example: 'cmux release promote 43bb888aa1c2-0f3d9c51b7e4',
    revives: true,
    load: async () => (await import('../verbs/release.ts')).promoteRelease,
  },
  {
    name: 'release rollback',
    summary: 'swap back to the newest other healthy release',
    example: 'cmux release rollback',
    revives: true,
    load: async () => (await import('../verbs/release.ts')).rollBackRelease,
  },
  {
    name: 'release rehearsal',
    args: '[id]',
    summary: 'show the last rehearsal of a release (default: the current one); make one if there is none',
    example: 'cmux release rehearsal --again',
    options: [['--again', 'rehearse again']],
    revives: true,
    load: async () => (await import('../verbs/show-rehearsal.ts')).showRehearsal,
  },
  {
    name: 'prove',
    summary: 'break a separate cmux on purpose, and count losses, refused requests and recovery times',
    example: 'cmux prove --minutes 3',
    options: [
      ['--minutes <n>', 'how long to inject faults (default 3)'],
      ['--seed <n>', 'the same seed injects the same faults'],
      ['--messages <n>', 'how many messages to send meanwhile (default 10 a second)'],
      ['--release <id>', 'use this installed release (default: the build of this command)'],
      ['--out <file>', 'write the report into this file, too'],
      ['--keep', 'keep the folder of the run even if it passed'],
    ],
    load: async () => (await import('../verbs/machine/prove.ts')).prove,
  },
]
