-- As people say it. Where an operator has given the service another name, that name stays.
update service set name_es = 'Reparaciones por hora'
where key = 'handyman' and name_es = 'Hora de reparaciones';
