-- What one crew took of offers and gave back, by when it did.
create index offer_crew_decided_idx on offer (crew_id, decided_at) where state in ('accepted', 'withdrawn');
