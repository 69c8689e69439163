import { describe, expect, test } from 'vitest'
import { judgeMove, type MoveFacts } from './judge-move.ts'

const OLD = 'a'.repeat(40)
const NEW = 'b'.repeat(40)
const judge = (facts: Partial<MoveFacts>) =>
  judgeMove({
    move: { ref: 'refs/heads/agent/ada', old: null, new: NEW },
    force: false,
    expected: undefined,
    compared: { commits: [], count: 2, dropped: 0 },
    mainBranch: 'main',
    ownBranch: 'agent/ada',
    ...facts,
  })
const move = (ref: string, old: string | null = null, tip: string | null = NEW) => ({
  move: { ref, old, new: tip },
})
const dropping = (dropped: number | null) => ({ compared: { commits: [], count: 1, dropped } })
const ahead = move('refs/heads/agent/ada', OLD)

describe('[L4] a push', () => {
  test.each<[string, Partial<MoveFacts>, ReturnType<typeof judge>]>([
    ['of its own new branch', {}, { risk: 'medium', does: '2 commits, new..bbbbbbbbbbbb' }],
    ['that adds to its own', ahead, { risk: 'medium', does: '2 commits, aaaaaaaaaaaa..bbbbbbbbbbbb' }],
    [
      'to another branch',
      move('refs/heads/fix'),
      { risk: 'medium', does: '2 commits, new..bbbbbbbbbbbb, to another branch than its own' },
    ],
    [
      'to the main branch',
      move('refs/heads/main', OLD),
      { risk: 'high', does: '2 commits, aaaaaaaaaaaa..bbbbbbbbbbbb: goes to the main branch' },
    ],
    [
      'of a tag',
      { ...move('refs/tags/v1'), compared: { commits: [], count: 1, dropped: 0 } },
      { risk: 'high', does: '1 commit, new..bbbbbbbbbbbb: is a tag' },
    ],
    [
      'that deletes',
      { ...move('refs/heads/agent/ada', OLD, null), ...dropping(null) },
      { risk: 'high', does: 'was aaaaaaaaaaaa: deletes it on the remote' },
    ],
    [
      'that overwrites',
      { ...ahead, ...dropping(1), force: true },
      { risk: 'high', does: '1 commit, aaaaaaaaaaaa..bbbbbbbbbbbb: overwrites 1 commit' },
    ],
    [
      'that overwrites what nobody here knows',
      { ...ahead, ...dropping(null), force: true },
      {
        risk: 'high',
        does: '1 commit, aaaaaaaaaaaa..bbbbbbbbbbbb: overwrites commits that the project does not have',
      },
    ],
    [
      'that would overwrite',
      { ...ahead, ...dropping(3) },
      { refused: 'non-fast-forward: the remote has commits that this does not build on' },
    ],
    [
      'onto what nobody here knows',
      { ...ahead, ...dropping(null) },
      { refused: 'fetch first: the remote has commits that the project does not have' },
    ],
    ['over a tag', move('refs/tags/v1', OLD), { refused: 'already exists' }],
    [
      'with force where nothing is lost',
      { ...ahead, force: true },
      { risk: 'medium', does: '2 commits, aaaaaaaaaaaa..bbbbbbbbbbbb' },
    ],
    ['of what is there', move('refs/heads/agent/ada', NEW), 'same'],
    [
      'of what is not as its asker saw it',
      { ...ahead, expected: NEW, force: true },
      { refused: 'stale info' },
    ],
    [
      'of what should not be there, and is',
      { ...ahead, expected: null, force: true },
      { refused: 'stale info' },
    ],
  ])('%s', (_, facts, expected) => expect(judge(facts)).toEqual(expected))
})
