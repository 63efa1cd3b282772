/** The certificates with their words, downloaded beside the page, which does not wait for them. */
import { lazy, Suspense } from 'react'
import { loadAreas } from '#web/text/store.ts'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

const Certificates = lazy(async () => {
  const [part] = await Promise.all([import('./own-certificates.tsx'), loadAreas(['tax'])])
  return { default: part.OwnCertificates }
})

export function OwnCertificates() {
  return (
    <Suspense fallback={<SkeletonCard rows={1} />}>
      <Certificates />
    </Suspense>
  )
}
