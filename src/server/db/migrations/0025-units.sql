-- What a service counts, when there is more than one of it: `2 bins`, `2 botes`.
alter table service add column units_en text, add column units_es text;

update service set units_en = plural.units_en, units_es = plural.units_es
from (values
  ('bins', 'bins', 'botes'),
  ('recycling', 'bags', 'bolsas'),
  ('valet_trash', 'apartments', 'apartamentos'),
  ('lawn', '1,000 sq ft', '1,000 pies²'),
  ('pool', 'pools', 'piscinas'),
  ('snow', '100 ft of walkway', '100 pies de andador'),
  ('turnover', 'bedrooms', 'recámaras'),
  ('haul_away', 'cubic yards', 'yardas cúbicas'),
  ('handyman', 'hours', 'horas')
) as plural (key, units_en, units_es)
where service.key = plural.key;

-- Services that an installation added itself go on as they were until somebody names the plural.
update service set units_en = coalesce(units_en, unit_en), units_es = coalesce(units_es, unit_es);

alter table service alter column units_en set not null, alter column units_es set not null;
