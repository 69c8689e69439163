import { describe, expect, test } from 'vitest'
import { RoleName } from '../../protocol/agents/agent.ts'
import type { ProjectName } from '../../protocol/ids.ts'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import type { AgentRecord } from './agent-record.ts'
import { isInCheckout, isMisplaced } from './is-in-checkout.ts'

const SHOP = { project: 'shop' as ProjectName }
const SUPERVISOR = { role: RoleName.parse('supervisor') }
const ELSEWHERE = { elsewhere: {} as AgentRecord['elsewhere'] }

describe('[S1] where an agent works', () => {
  test.each<[what: string, change: Partial<AgentRecord>, inCheckout: boolean, misplaced: boolean]>([
    ['in its workspace', { ...SHOP, workspace: '/w', inCheckout: false }, false, false],
    ['in a folder of its own, without a project', { inCheckout: false }, false, false],
    ['in the checkout, as a person said', { ...SHOP, ...SUPERVISOR, inCheckout: true }, true, false],
    ['in a folder that a person named, without a project', { inCheckout: true }, true, false],
    ['elsewhere', { ...SHOP, ...SUPERVISOR, ...ELSEWHERE }, false, false],
    ['elsewhere, whatever it says', { ...SHOP, ...ELSEWHERE, inCheckout: true }, false, false],
    ['of an older release: in its workspace', { ...SHOP, ...SUPERVISOR, workspace: '/w' }, false, false],
    ['of an older release: without a project', SUPERVISOR, false, false],
    ['of an older release: a supervisor in the checkout', { ...SHOP, ...SUPERVISOR }, true, true],
    ['of an older release: a worker that a person put there', SHOP, true, false],
    [
      'of an older release: a worker that an agent put there',
      { ...SHOP, createdBy: 'agent:boss' },
      true,
      true,
    ],
    [
      'of an older release: an adopted supervisor, whose conversation is found only there',
      { ...SHOP, ...SUPERVISOR, purpose: 'adopted conversation 1234' },
      true,
      false,
    ],
    [
      'of an older release: what an agent asked for is not adopted, whatever it is called',
      { ...SHOP, createdBy: 'agent:boss', purpose: 'adopted conversation 1234' },
      true,
      true,
    ],
    [
      'of an older release: a supervisor with a purpose that only sounds adopted',
      { ...SHOP, ...SUPERVISOR, purpose: 'adopted conversations are to be counted' },
      true,
      true,
    ],
  ])('%s', (_, change, inCheckout, misplaced) => {
    const record = makeAgent('anna', change)
    expect([isInCheckout(record), isMisplaced(record)]).toEqual([inCheckout, misplaced])
  })
})
