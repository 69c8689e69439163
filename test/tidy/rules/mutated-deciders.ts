// A decider that is missing in the table of deciders would never be tested by planted faults.
import { DECIDERS, DECIDING_FOLDERS } from '../../mutants/deciders.ts'
import { isProduct } from '../places/is-product.ts'
import { isUnder } from '../places/is-under.ts'
import type { Rule } from '../rule.ts'
import { listExports } from '../syntax/list-exports.ts'

const DECIDER = /^(decide|judge|plan|parse)(?![a-z])/
const LISTED: ReadonlySet<string> = new Set(DECIDERS.map(({ file }) => file))

export const mutatedDeciders: Rule = {
  name: 'mutated-deciders',
  style: 12,
  where: 'watchdog, agents, mail, improve, rules, approvals and budgets',
  forbids: 'exported decider without a row in test/mutants/deciders.ts',
  instead: 'a row there, and tests that notice planted faults (`./cmux test mutants FILE`)',
  appliesTo: (file) => isProduct(file) && isUnder(file, DECIDING_FOLDERS) && !LISTED.has(file.path),
  find: (file) =>
    listExports(file)
      .filter((name) => DECIDER.test(name))
      .map((name) => ({ offset: 0, what: `exports ${name}` })),
}
