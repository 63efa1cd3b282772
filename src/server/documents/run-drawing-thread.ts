/** Draws first screens in a thread of its own, which has what a browser has. Started by `write-own-screen.ts` alone. */
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { DrawingQuestion, DrawingReply } from './write-own-screen.ts'

type Drawing = { drawOwn(question: DrawingQuestion['screen']): Promise<string> }

const drawing: Promise<Drawing> = import(pathToFileURL(workerData.file).href)

// One after another: a drawing stands for one phone at a time.
let last: Promise<unknown> = drawing

parentPort?.on('message', ({ id, screen }: DrawingQuestion) => {
  last = last.then(
    () => draw(id, screen),
    () => draw(id, screen),
  )
})

async function draw(id: number, screen: DrawingQuestion['screen']): Promise<void> {
  const html = await drawing.then((drawer) => drawer.drawOwn(screen)).catch((error: unknown) => error)
  const reply: DrawingReply =
    typeof html === 'string' ? { id, html } : { id, html: '', failure: String(html) }
  parentPort?.postMessage(reply, [])
}
