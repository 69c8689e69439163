// Registers an agent that runs elsewhere, and says what to do there.
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { connect } from '../../connect.ts'
import { layoutAgent } from '../../layout/layout-agents.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

export const putElsewhere: RunVerb = async (call) => {
  const [name = '', ...command] = call.args
  const silentSec = numberIn(call, 'silent')
  const tries = numberIn(call, 'tries')
  const { project, purpose, rollback } = call.options
  const agent = await connect(call.environment).call('PUT /api/agents/:name/elsewhere', {
    params: { name },
    body: {
      ...(typeof project === 'string' && { project }),
      ...(typeof purpose === 'string' && { purpose }),
      ...(silentSec !== undefined && { silentSec }),
      ...(tries !== undefined && { tries }),
      ...(rollback === true && { rollback }),
      ...(command.length > 0 && { command }),
    },
  })
  const hint = `its token, for the machine it runs on: cmux token create --role agent --agent ${name}`
  return { json: agent, text: `${layoutAgent(agent)}\n\n${hint}` }
}

function numberIn({ options }: VerbCall, name: string): number | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  const number = Number(value)
  if (!Number.isFinite(number)) throw new CmuxError('USAGE', `--${name} takes a number`)
  return number
}
