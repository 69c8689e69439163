import { describe, expect, test } from 'vitest'
import { TaskState } from '../../protocol/tasks/task.ts'
import { decideTaskMove, listMoves, type Part } from './decide-task-move.ts'

const STATES = TaskState.options

/** For each state in turn, where this part may take it. */
const reachable = (part: Part) =>
  Object.fromEntries(STATES.map((from) => [from, listMoves(from, new Set([part])).join(' ')]))

const BY_ASSIGNEE = 'input-required auth-required rejected completed failed'
const NOTHING = { completed: '', failed: '', canceled: '', rejected: '' }

describe('[T1] a task is moved', () => {
  test('by a person wherever it can go; what is completed stays so', () => {
    const all = 'input-required auth-required rejected completed failed canceled'
    expect(reachable('person')).toEqual({
      submitted: `working ${all}`,
      working: `${all} submitted`,
      'input-required': `working ${all.replace('input-required ', '')} submitted`,
      'auth-required': `working ${all.replace('auth-required ', '')} submitted`,
      completed: '',
      failed: 'submitted',
      canceled: 'submitted',
      rejected: 'submitted',
    })
  })

  test('by the one who has it while it is open, and never canceled by them', () => {
    expect(reachable('assignee')).toEqual({
      submitted: `working ${BY_ASSIGNEE}`,
      working: BY_ASSIGNEE,
      'input-required': `working ${BY_ASSIGNEE.replace('input-required ', '')}`,
      'auth-required': `working ${BY_ASSIGNEE.replace('auth-required ', '')}`,
      ...NOTHING,
    })
  })

  test.each([
    ['creator', 'canceled'],
    ['supervisor', 'completed failed canceled'],
  ] as const)('by the %s to %s, and back to the beginning', (part, ends) => {
    const begun = `${ends} submitted`
    const again = { failed: 'submitted', canceled: 'submitted', rejected: 'submitted' }
    expect(reachable(part)).toEqual({
      submitted: ends,
      working: begun,
      'input-required': begun,
      'auth-required': begun,
      completed: '',
      ...again,
    })
  })

  test.each(['past', 'former'] as const)('by a %s one nowhere', (part) => {
    expect(new Set(Object.values(reachable(part)))).toEqual(new Set(['']))
  })
})

describe('[T4] a word that comes late', () => {
  test.each([
    // It is still to be done: done is done.
    ['past', 'submitted', 'completed', 'move late'],
    ['past', 'working', 'completed', 'move late'],
    ['former', 'submitted', 'completed', 'move late'],
    ['former', 'working', 'completed', 'move late'],
    // Whoever has it now knows better how far it is.
    ['past', 'working', 'failed', 'note'],
    ['past', 'submitted', 'working', 'note'],
    ['past', 'working', 'input-required', 'note'],
    ['former', 'submitted', 'failed', 'note'],
    ['former', 'submitted', 'rejected', 'note'],
    ['former', 'working', 'canceled', 'note'],
    // Somebody has done it, or wants it no more.
    ['past', 'completed', 'completed', 'note'],
    ['former', 'completed', 'completed', 'note'],
    ['former', 'completed', 'failed', 'note'],
    ['former', 'failed', 'completed', 'note'],
    ['former', 'canceled', 'completed', 'note'],
    ['assignee', 'canceled', 'completed', 'note'],
    ['assignee', 'completed', 'failed', 'note'],
    ['assignee', 'rejected', 'working', 'note'],
  ] as const)('of one who is %s to a task that is %s, and says %s: %s', (part, from, to, verdict) => {
    expect(decideTaskMove({ from, to, parts: new Set([part]) })).toBe(verdict)
  })
})

describe('[T1] refused', () => {
  test.each([
    [[], 'submitted', 'submitted', 'forbidden'],
    [[], 'working', 'completed', 'forbidden'],
    [['assignee'], 'working', 'canceled', 'forbidden'],
    [['creator'], 'working', 'completed', 'forbidden'],
    [['supervisor'], 'submitted', 'working', 'forbidden'],
    [['person'], 'completed', 'submitted', 'conflict'],
    [['person'], 'canceled', 'completed', 'conflict'],
    [['supervisor'], 'completed', 'failed', 'conflict'],
    [['creator'], 'failed', 'working', 'conflict'],
  ] as const)('%j from %s to %s: %s', (parts, from, to, verdict) => {
    expect(decideTaskMove({ from, to, parts: new Set<Part>(parts) })).toBe(verdict)
  })

  test('never is a note to the state that it has, by anybody who has to do with it', () => {
    const parts: readonly Part[] = ['person', 'supervisor', 'creator', 'assignee', 'past', 'former']
    const verdicts = parts.flatMap((part) =>
      STATES.map((state) => decideTaskMove({ from: state, to: state, parts: new Set([part]) })),
    )
    expect(new Set(verdicts)).toEqual(new Set(['note']))
  })

  test('nothing that is completed ever becomes anything else, whoever says so', () => {
    const parts: readonly Part[] = ['person', 'supervisor', 'creator', 'assignee', 'past', 'former']
    const verdicts = parts.flatMap((part) =>
      STATES.map((to) => decideTaskMove({ from: 'completed', to, parts: new Set([part]) })),
    )
    expect(verdicts.filter((verdict) => verdict.startsWith('move'))).toEqual([])
  })
})
