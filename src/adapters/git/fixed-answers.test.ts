import { expect, test } from 'vitest'
import { makeFixedAnswers } from './fixed-answers.ts'

const answer = (stdout: string, code = 0) => ({ code, stdout, stderr: '', isCut: false })

function count(maxChars = 100) {
  const answers = makeFixedAnswers(maxChars)
  const asked: string[] = []
  const get = (question: string, result = answer(question)) =>
    answers.get(question, async () => {
      asked.push(question)
      return result
    })
  return { answers, asked, get }
}

test('a question is asked once, also when two ask it at the same time', async () => {
  const { asked, get } = count()
  const both = await Promise.all([get('a'), get('a')])
  expect([...both, await get('a')].map(({ stdout }) => stdout)).toEqual(['a', 'a', 'a'])
  expect(asked).toEqual(['a'])
})

test('a failure is asked for again', async () => {
  const { answers, asked, get } = count()
  await get('a', answer('', 128))
  await expect(answers.get('a', () => Promise.reject(new Error('no sandbox')))).rejects.toThrow('no sandbox')
  expect((await get('a')).code).toBe(0)
  expect(asked).toEqual(['a', 'a'])
})

test('the answer that was not used for longest makes room', async () => {
  const { asked, get } = count(4)
  for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await get(question)
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
})

test('an answer that is larger than all the room is not kept', async () => {
  const { asked, get } = count(4)
  await get('a')
  await get('large')
  await get('large')
  await get('a')
  expect(asked).toEqual(['a', 'large', 'large'])
})
