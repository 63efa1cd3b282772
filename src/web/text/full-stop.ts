/** Ends a sentence; Spanish hours end with a full stop of their own: `9:00 a.m.` */
export function fullStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
