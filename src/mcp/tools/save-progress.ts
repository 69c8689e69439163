// Says where one's work stands, so that one can go on after one's conversation was shortened, or somebody else in one's place.
import { z } from 'zod'
import { SaveProgress } from '../../protocol/agents/work-state.ts'
import { defineTool } from '../tool.ts'

export const saveProgress = defineTool({
  name: 'save_progress',
  description:
    'Save where your work stands: what you are at, what is still to do and what is done, decisions with their reasons, open questions, blockers. You are given it back after your conversation was shortened or you were restarted. Do it before long work, after each step that matters, and whenever cmux asks. What you leave out stays as it was; lists replace the ones before, decisions are added.',
  audience: 'everyone',
  isReading: false,
  input: z.strictObject({
    task: SaveProgress.shape.task.describe('what you are at, in a sentence or a few'),
    state: SaveProgress.shape.state.describe('where it stands: what works, what does not, what comes next'),
    pendingActions: SaveProgress.shape.pendingActions.describe(
      'all steps, in order; done: true for those that are finished',
    ),
    decisions: SaveProgress.shape.decisions.describe('what you decided, and why'),
    openQuestions: SaveProgress.shape.openQuestions.describe(
      'what nobody has answered yet; empty when there is none',
    ),
    blockers: SaveProgress.shape.blockers.describe('what keeps you from going on; empty when nothing does'),
  }),
  async call(client, said) {
    const { agent } = await client.call('GET /api/me')
    if (agent === null) return 'There is nothing to save: this token is no agent’s.'
    const { pendingActions: steps, decisions } = await client.call('POST /api/agents/:name/progress', {
      params: { name: agent.name },
      body: said,
    })
    const done = steps.filter((step) => step.done).length
    return `saved: ${done} of ${steps.length} steps done, ${decisions.length} decisions`
  },
})
