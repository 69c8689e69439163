import { expect, test } from 'vitest'
import { ChangeState, Tier } from './change.ts'
import { describeChangeState, describeRisk } from './describe-change.ts'

test('[U1] each state of a change has a word for people, and no two share one', () => {
  const words = ChangeState.options.map(describeChangeState)
  expect(words).toEqual([
    'draft',
    'queued',
    'running checks',
    'in review',
    'rehearsing',
    'merging',
    'restarting',
    'on probation',
    'merged',
    'checks failed',
    'rolling back',
    'rolled back',
    'canceled',
  ])
  expect(new Set(words).size).toBe(words.length)
})

test('[U1] the risk of a change is said as low, medium or high', () => {
  expect(Tier.options.map(describeRisk)).toEqual(['low risk', 'medium risk', 'high risk'])
})

test('[U6] a word that another release stored is shown as it is, without its underscores', () => {
  expect(describeChangeState('brought_home')).toBe('brought home')
  expect(describeChangeState('constructor')).toBe('constructor')
  expect(describeRisk('odd')).toBe('odd')
})
