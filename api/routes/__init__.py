"""Operations of resources that have no folder of their own yet."""
