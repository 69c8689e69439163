/** The least urgent first. Apart from the schemas, so that whoever only sorts loads no zod. */
export const TASK_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
