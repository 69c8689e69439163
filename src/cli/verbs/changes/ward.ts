// A project's service: how it is, and what is asked of it.
import { printable } from '../../../lib/printable.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { ProjectName } from '../../../protocol/ids.ts'
import type { Ward, WardView } from '../../../protocol/wards/ward.ts'
import { connect } from '../../connect.ts'
import { describeWard } from '../../layout/describe-ward.ts'
import type { RunVerb } from '../../verb.ts'

const LINES_SHOWN = 20

const ASKS: Readonly<Record<string, 'start' | 'stop' | 'restart'>> = {
  start: 'start',
  stop: 'stop',
  restart: 'restart',
}

export const ward: RunVerb = async ({ environment, args: [name = '', word] }) => {
  const client = connect(environment)
  const params = { project: name as ProjectName }
  if (word === undefined) {
    const view = await client.call('GET /api/services/:project', { params })
    return { json: view, text: describe(view) }
  }
  const what = ASKS[word]
  if (!what)
    throw new CmuxError('USAGE', `unknown action ${printable(word)}`, {
      hint: `use start, stop or restart: cmux project service ${printable(name)} restart`,
    })
  const asked: Ward = await client.call(`POST /api/services/:project/${what}`, { params })
  return { json: asked, text: `asked to ${what}: ${describeWard(asked)}` }
}

function describe(view: WardView): string {
  const { wanted, reserve, pid, servingPid, falls, attach } = view
  const watched = reserve ? `, on probation; ${reserve.commit.slice(0, 12)} stands by` : ''
  return [
    describeWard(view),
    `  wanted: ${wanted.commit.slice(0, 12)}${watched}`,
    `  pid ${pid ?? '–'} holds its port, pid ${servingPid ?? '–'} answers; restarted ${falls} times`,
    ...(attach.length > 0 ? [`  its terminal: ${attach.join(' ')}`] : []),
    ...view.lines
      .filter((line) => line !== '')
      .slice(-LINES_SHOWN)
      .map((line) => `  | ${printable(line)}`),
  ].join('\n')
}
