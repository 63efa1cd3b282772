/** The other side of `ask-threads.ts`: what a script of a thread answers, one question after another. */
import { parentPort } from 'node:worker_threads'
import type { ThreadReply } from './ask-threads.ts'

export function answerQuestions<Question, Answer>(answerTo: (question: Question) => Answer): void {
  parentPort?.on('message', (question: Question) => {
    parentPort?.postMessage(replyTo(question, answerTo), [])
  })
}

function replyTo<Question, Answer>(
  question: Question,
  answerTo: (question: Question) => Answer,
): ThreadReply<Answer> {
  try {
    return { answer: answerTo(question) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
