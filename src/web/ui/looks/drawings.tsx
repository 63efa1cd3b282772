/**
 * Our illustrations, drawn in the colours of the scheme: `<EmptyState drawing={<EmptyWeekDrawing />} …>`. Decorative;
 * what they mean stands beside them. They share a ground line, round ends and one light, from the upper left.
 */
import type { ReactNode } from 'react'

const line = 'fill-none stroke-accent'
const soft = 'fill-accent-soft'
const paper = 'fill-card stroke-accent'
const full = 'fill-accent'

/** A week without a visit. */
export function EmptyWeekDrawing() {
  return (
    <Drawing>
      <rect x="30" y="22" width="100" height="76" rx="10" className={paper} />
      <path d="M30 42h100" className={line} />
      <path d="M52 14v16M108 14v16" className={line} />
      {[46, 63, 80, 97, 114].map((x) => (
        <circle key={x} cx={x} cy="58" r="4.5" className={x === 80 ? full : 'fill-line'} />
      ))}
      {[46, 63, 80, 97, 114].map((x) => (
        <circle key={x} cx={x} cy="78" r="4.5" className="fill-line" />
      ))}
      <path
        d="M118 104c0-14 8-22 22-23 0 13-8 22-22 23zM118 104c-1-10-7-16-17-17 0 10 6 17 17 17z"
        className={paper}
      />
    </Drawing>
  )
}

/** A photo that proves it. */
export function DonePhotoDrawing() {
  return (
    <Drawing>
      <rect x="34" y="18" width="92" height="84" rx="8" className={paper} />
      <rect x="42" y="26" width="76" height="54" rx="4" className={soft} />
      <path d="M58 80V56l14-11 14 11v24M68 80V67h8v13" className={line} />
      <path d="M94 80V62h14v18M92 62h18M97 58h8" className={line} />
      <circle cx="122" cy="94" r="15" className={full} />
      <path d="M115 94l5 5 9-10" className="fill-none stroke-on-accent" />
    </Drawing>
  )
}

/** No connection: the work is kept in the phone. */
export function OfflineDrawing() {
  return (
    <Drawing>
      <rect x="56" y="18" width="48" height="86" rx="9" className={paper} />
      <path d="M74 25h12" className={line} />
      <path d="M67 60a18 18 0 0 1 26 0M73 67a9 9 0 0 1 14 0" className={line} />
      <circle cx="80" cy="75" r="2.5" className={full} />
      <path d="M66 82l28-34" className="fill-none stroke-card" strokeWidth="8" />
      <path d="M66 82l28-34" className={line} />
      <path
        d="M24 58a11 11 0 0 1 5-20 14 14 0 0 1 18 3M136 72a9 9 0 0 0-4-16 11 11 0 0 0-14 2"
        className={line}
      />
    </Drawing>
  )
}

/** Nobody has written yet. */
export function NoMessagesDrawing() {
  return (
    <Drawing>
      <path
        d="M36 26h60a10 10 0 0 1 10 10v26a10 10 0 0 1-10 10H60L46 84V72H36a10 10 0 0 1-10-10V36a10 10 0 0 1 10-10z"
        className={paper}
      />
      <path d="M42 42h46M42 54h28" className={line} />
      <path
        d="M114 52h10a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10v11L112 90H88a10 10 0 0 1-9-6"
        className={line}
      />
    </Drawing>
  )
}

/** A street with a house of which the light is on. */
export function WelcomeDrawing() {
  return (
    <Drawing>
      <circle cx="36" cy="34" r="12" className={soft} />
      <path d="M44 102V58l32-26 32 26v44z" className={paper} />
      <path d="M36 64l40-33 40 33" className={line} />
      <rect x="68" y="74" width="18" height="28" rx="2" className={full} />
      <rect x="52" y="66" width="12" height="12" rx="2" className={soft} />
      <rect x="90" y="66" width="12" height="12" rx="2" className={soft} />
      <path d="M118 102V80h16v22M115 80h22M121 74h10" className={line} />
      <path d="M26 102c-6-12-2-22 4-28 6 6 10 16 4 28" className={paper} />
    </Drawing>
  )
}

/** Money that is on its way. */
export function MoneyDrawing() {
  return (
    <Drawing>
      <rect x="26" y="38" width="92" height="54" rx="8" className={paper} />
      <circle cx="72" cy="65" r="14" className={soft} />
      <path
        d="M72 56v18M77 60c-1-2-3-2.500-5-2.500-3 0-5 1.200-5 3.500 0 5 10.500 2.500 10.500 7.500 0 2.300-2.500 3.500-5.500 3.500-2.500 0-4.500-1-5.500-3"
        className={line}
      />
      <path d="M38 50v30M106 50v30" className={line} />
      <circle cx="122" cy="88" r="15" className={full} />
      <path d="M122 96V80M115 87l7-7 7 7" className="fill-none stroke-on-accent" />
    </Drawing>
  )
}

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width="160"
      height="120"
      viewBox="0 0 160 120"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <ellipse cx="80" cy="104" rx="66" ry="7" className={soft} />
      {children}
    </svg>
  )
}
